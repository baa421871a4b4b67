//! The attack phase of Ostium, spoken to over RCP 1 on stdin and stdout.

mod json;
mod position;
mod protocol;
mod rules;
#[cfg(test)]
mod tests;

fn main() {
    let stdin = std::io::stdin().lock();
    let stdout = std::io::BufWriter::new(std::io::stdout().lock());
    if let Err(e) = protocol::serve(stdin, stdout) {
        eprintln!("ostium-attack: {e}");
        std::process::exit(1);
    }
}
