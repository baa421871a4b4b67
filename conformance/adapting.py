"""Templates of adapters: which languages there are, and how one is written into a folder. They hold no rule."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ruleproof.spec import files

TEMPLATES = Path(__file__).parent / "templates"


@dataclass(frozen=True)
class Language:
    """A language with a template: its files, the one to fill in, how it is built, and the adapter's command."""

    name: str
    files: tuple[str, ...]
    adapter: str
    rules: str
    command: str
    build: tuple[str, ...] = ()


LANGUAGES = {
    "python": Language("Python", ("adapter.py", "rules.py"), "adapter.py", "rules.py", "python3 adapter.py"),
    "javascript": Language("JavaScript", ("adapter.mjs", "rules.mjs"), "adapter.mjs", "rules.mjs", "node adapter.mjs"),
    "java": Language(
        "Java",
        ("Adapter.java", "Rules.java", "Json.java"),
        "Adapter.java",
        "Rules.java",
        "java -cp build Adapter",
        ("javac -d build *.java",),
    ),
    "rust": Language(
        "Rust",
        ("Cargo.toml", "src/main.rs", "src/rules.rs", "src/json.rs"),
        "src/main.rs",
        "src/rules.rs",
        "target/release/my-@GAME@",
        ("cargo build --release",),
    ),
    "go": Language(
        "Go", ("go.mod", "main.go", "rules.go"), "main.go", "rules.go", "./my-@GAME@", ("go build -o my-@GAME@",)
    ),
}


class NotEmpty(ValueError):
    """The folder holds something already, which is not overwritten."""


def write(language: str, folder: Path, game: str, mode: str, title: str) -> tuple[str, ...]:
    """Write a template for a game; the names of the files. Raises NotEmpty, files.Unreadable."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise NotEmpty(f"{folder} is not an empty folder: name a new one")
    told = {"@GAME@": game, "@MODE@": mode}
    written = dict(_contents(LANGUAGES[language], game, title))
    for name, text in written.items():
        files.write_text(folder / name, _filled(text, told))
    return tuple(sorted(written))


def _contents(language: Language, game: str, title: str) -> Iterator[tuple[str, str]]:
    folder = TEMPLATES / language.name.lower()
    yield from ((name, files.read_text(folder / name)) for name in language.files)
    yield "README.md", _readme(language, game, title)


def _readme(language: Language, game: str, title: str) -> str:
    from jinja2 import Environment, StrictUndefined  # only pages need it

    environment = Environment(undefined=StrictUndefined, trim_blocks=True, keep_trailing_newline=True, autoescape=False)
    template = environment.from_string(files.read_text(TEMPLATES / "README.md.j2"))
    names = {"adapter": language.adapter, "rules": language.rules, "command": language.command}
    return template.render(language=language.name, build=language.build, game=game, title=title, **names)


def _filled(text: str, told: dict[str, str]) -> str:
    for mark, value in told.items():
        text = text.replace(mark, value)
    return text
