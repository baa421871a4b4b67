import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Speaks the rules conformance protocol on stdin and stdout, and asks Rules what is legal. */
public final class Adapter {
    private static final Map<String, Object> DECLARED = Map.ofEntries(
            Map.entry("game", "@GAME@"),
            Map.entry("modes", List.of("@MODE@")),
            Map.entry("setup", List.of("position")),
            Map.entry("chance", List.of()),
            Map.entry("legal", "none"), // "list" as soon as Rules.legal lists every legal action
            Map.entry("observe", "none"),
            Map.entry("cards", "inline"),
            Map.entry("events", "none"), // "full" as soon as Rules.apply tells what happened
            Map.entry("states", "persistent"),
            Map.entry("optional", List.of("dump")),
            Map.entry("reasons", "ignore"));

    /** The question could not be put. The kind is one of section 4 of PROTOCOL.md. */
    private static final class Fault extends RuntimeException {
        final String kind;
        final long code;

        Fault(String kind, String message, long code) {
            super(message);
            this.kind = kind;
            this.code = code;
        }
    }

    private final Map<Object, Map<String, Object>> states = new HashMap<>();
    private int count;
    private boolean done;

    public static void main(String[] arguments) throws IOException {
        Adapter adapter = new Adapter();
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        for (String line = in.readLine(); line != null && !adapter.done; line = adapter.done ? null : in.readLine()) {
            if (!line.isBlank()) {
                out.print(Json.write(adapter.answer(line)) + "\n");
                out.flush();
            }
        }
    }

    private Map<String, Object> answer(String line) {
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("jsonrpc", "2.0");
        answer.put("id", null);
        try {
            Map<String, Object> request = object(Json.read(line));
            answer.put("id", request.get("id"));
            answer.put("result", call(String.valueOf(request.get("method")), object(request.get("params"))));
        } catch (Json.Broken broken) {
            answer.put("error", error(new Fault("parse-error", broken.getMessage(), -32700)));
        } catch (Fault fault) {
            answer.put("error", error(fault));
        } catch (RuntimeException ours) { // a fault of ours is told, and the next request is answered
            answer.put("error", error(new Fault("internal-error", ours.toString(), -32603)));
        }
        return answer;
    }

    private static Map<String, Object> error(Fault fault) {
        return Map.of("code", fault.code, "message", fault.getMessage(), "data", Map.of("kind", fault.kind));
    }

    private Map<String, Object> call(String method, Map<String, Object> params) {
        return switch (method) {
            case "hello" -> hello();
            case "load" -> load(params);
            case "apply" -> apply(params);
            case "legal" -> Map.of("actions", Rules.legal(state(params), player(params)), "complete", true);
            case "status" -> Rules.status(state(params));
            case "dump" -> Map.of("position", Rules.dump(state(params)));
            case "drop" -> drop(params);
            case "bye" -> bye();
            default -> throw new Fault("method-not-found", "no method " + method, -32601);
        };
    }

    private static Map<String, Object> hello() {
        Map<String, Object> me = Map.of("name", "my-@GAME@", "version", "0.1", "language", "Java");
        return Map.of("protocol", 1, "implementation", me, "games", List.of(DECLARED));
    }

    private Map<String, Object> load(Map<String, Object> params) {
        try {
            return shown(keep(Rules.load(params.get("position"), String.valueOf(params.get("mode")))), params);
        } catch (IllegalArgumentException error) {
            throw new Fault("position-invalid", error.getMessage(), -32000);
        }
    }

    private Map<String, Object> apply(Map<String, Object> params) {
        Rules.Step step = Rules.apply(state(params), params.get("action"), player(params));
        Map<String, Object> answer = shown(step == null ? params.get("state") : keep(step.state()), params);
        answer.put("accepted", step != null);
        if (step != null) answer.put("events", step.events());
        return answer;
    }

    private Map<String, Object> drop(Map<String, Object> params) {
        if (params.get("states") instanceof List<?> handles) handles.forEach(states::remove);
        else states.clear();
        return Map.of();
    }

    private Map<String, Object> bye() {
        done = true;
        return Map.of();
    }

    private String keep(Map<String, Object> state) {
        String handle = "s" + ++count;
        states.put(handle, state);
        return handle;
    }

    private Map<String, Object> state(Map<String, Object> params) {
        Map<String, Object> found = states.get(params.get("state"));
        if (found == null) throw new Fault("unknown-state", "no such state", -32000);
        return found;
    }

    private static String player(Map<String, Object> params) {
        return params.get("player") instanceof String player ? player : null;
    }

    /** The handle, and whatever else was wanted in the same answer. */
    private Map<String, Object> shown(Object handle, Map<String, Object> params) {
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("state", handle);
        List<?> wanted = params.get("want") instanceof List<?> list ? list : List.of();
        for (Object name : wanted) {
            if (!List.of("status", "legal", "dump").contains(name)) {
                throw new Fault("invalid-params", name + " is not known here", -32602);
            }
            answer.put((String) name, call((String) name, Map.of("state", handle)));
        }
        return answer;
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> object(Object value) {
        return value instanceof Map<?, ?> ? (Map<String, Object>) value : Map.of();
    }
}
