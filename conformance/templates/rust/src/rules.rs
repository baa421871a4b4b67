//! Where your game goes in: five functions between the positions of the protocol and your own code.
//!
//! As they stand they keep a position as it came and refuse every action. Fill in `apply` first.

use crate::json::{object, text, Json};

/// Your state for a position, or why it makes no sense.
pub fn load(position: &Json, _mode: &str) -> Result<Json, String> {
    match (position, position.get("players")) {
        (Json::Object(_), Json::Object(_) | Json::Null) => Ok(position.clone()),
        _ => Err("a position is an object, and so is its member players".into()),
    }
}

/// The position of a state, defaults left out: the inverse of `load`.
pub fn dump(state: &Json) -> Json {
    state.clone()
}

/// The new state and what happened, or nothing where the action is refused.
pub fn apply(_state: &Json, _action: &Json, _player: Option<&str>) -> Option<(Json, Vec<Json>)> {
    None
}

/// Every legal action of a player (of the first one to act, where none is named).
pub fn legal(_state: &Json, _player: Option<&str>) -> Vec<Json> {
    vec![]
}

/// Who is to act, the phase, and the outcome once the game is over.
pub fn status(state: &Json) -> Json {
    let active = state.get("active").text().unwrap_or("A");
    let phase = state.get("phase").text().unwrap_or("");
    object([("terminal", Json::Bool(false)), ("toAct", Json::List(vec![text(active)])), ("phase", text(phase))])
}
