import java.util.List;
import java.util.Map;

/**
 * Where your game goes in: five functions between the positions of the protocol and your own code.
 *
 * <p>As they stand they keep a position as it came and refuse every action. Fill in apply first.
 */
final class Rules {
    /** A new state, and what happened. */
    record Step(Map<String, Object> state, List<Object> events) {}

    /** Your state for a position. Throws IllegalArgumentException where it makes no sense. */
    @SuppressWarnings("unchecked")
    static Map<String, Object> load(Object position, String mode) {
        if (!(position instanceof Map<?, ?> map) || !(map.get("players") == null || map.get("players") instanceof Map)) {
            throw new IllegalArgumentException("a position is an object, and so is its member players");
        }
        return (Map<String, Object>) position;
    }

    /** The position of a state, defaults left out: the inverse of load. */
    static Object dump(Map<String, Object> state) {
        return state;
    }

    /** The step, or null where the action is refused. Never change the state itself. */
    static Step apply(Map<String, Object> state, Object action, String player) {
        return null;
    }

    /** Every legal action of a player (of the first one to act, where player is null). */
    static List<Object> legal(Map<String, Object> state, String player) {
        return List.of();
    }

    /** Who is to act, the phase, and the outcome once the game is over. */
    static Map<String, Object> status(Map<String, Object> state) {
        Object active = state.getOrDefault("active", "A");
        return Map.of("terminal", false, "toAct", List.of(active), "phase", state.getOrDefault("phase", ""));
    }

    private Rules() {}
}
