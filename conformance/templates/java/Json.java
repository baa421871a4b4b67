import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** JSON of the protocol: Map, List, String, Long, Boolean and null. There are no floats in it. */
final class Json {
    /** The text is no JSON that the protocol knows. */
    static final class Broken extends RuntimeException {
        Broken(String message) {
            super(message);
        }
    }

    private final String text;
    private int at;

    private Json(String text) {
        this.text = text;
    }

    static Object read(String text) {
        Json json = new Json(text);
        Object value = json.value();
        json.blanks();
        if (json.at < text.length()) throw new Broken("something stands behind the value");
        return value;
    }

    static String write(Object value) {
        StringBuilder out = new StringBuilder();
        write(value, out);
        return out.toString();
    }

    private Object value() {
        blanks();
        if (at >= text.length()) throw new Broken("the text ends too early");
        char next = text.charAt(at);
        if (next == '{') return object();
        if (next == '[') return list();
        if (next == '"') return string();
        if (word("true")) return true;
        if (word("false")) return false;
        if (word("null")) return null;
        int from = at;
        while (at < text.length() && "-0123456789".indexOf(text.charAt(at)) >= 0) at++;
        try {
            return Long.parseLong(text.substring(from, at));
        } catch (NumberFormatException error) {
            throw new Broken("no value at " + from);
        }
    }

    private Map<String, Object> object() {
        Map<String, Object> found = new LinkedHashMap<>();
        at++;
        for (blanks(); !take('}'); blanks()) {
            if (!found.isEmpty() && !take(',')) throw new Broken("no comma at " + at);
            blanks();
            String name = string();
            blanks();
            if (!take(':')) throw new Broken("no colon at " + at);
            found.put(name, value());
        }
        return found;
    }

    private List<Object> list() {
        List<Object> found = new ArrayList<>();
        at++;
        for (blanks(); !take(']'); blanks()) {
            if (!found.isEmpty() && !take(',')) throw new Broken("no comma at " + at);
            found.add(value());
        }
        return found;
    }

    private String string() {
        if (!take('"')) throw new Broken("no text at " + at);
        StringBuilder found = new StringBuilder();
        while (at < text.length() && text.charAt(at) != '"') {
            char next = text.charAt(at++);
            found.append(next == '\\' ? escaped() : next);
        }
        if (!take('"')) throw new Broken("a text does not end");
        return found.toString();
    }

    private char escaped() {
        char next = at < text.length() ? text.charAt(at++) : ' ';
        int place = "nrtbf\"\\/".indexOf(next);
        if (place >= 0) return "\n\r\t\b\f\"\\/".charAt(place);
        if (next != 'u' || at + 4 > text.length()) throw new Broken("no such escape at " + at);
        at += 4;
        return (char) Integer.parseInt(text.substring(at - 4, at), 16);
    }

    private void blanks() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) at++;
    }

    private boolean take(char wanted) {
        boolean there = at < text.length() && text.charAt(at) == wanted;
        if (there) at++;
        return there;
    }

    private boolean word(String wanted) {
        boolean there = text.startsWith(wanted, at);
        if (there) at += wanted.length();
        return there;
    }

    private static void write(Object value, StringBuilder out) {
        if (value instanceof String string) {
            quoted(string, out);
        } else if (value instanceof Map<?, ?> map) {
            String between = "{";
            for (Map.Entry<?, ?> each : map.entrySet()) {
                out.append(between);
                quoted(each.getKey().toString(), out);
                write(each.getValue(), out.append(':'));
                between = ",";
            }
            out.append(map.isEmpty() ? "{}" : "}");
        } else if (value instanceof List<?> list) {
            String between = "[";
            for (Object each : list) {
                write(each, out.append(between));
                between = ",";
            }
            out.append(list.isEmpty() ? "[]" : "]");
        } else {
            out.append(value);
        }
    }

    private static void quoted(String text, StringBuilder out) {
        out.append('"');
        for (char each : text.toCharArray()) {
            if (each == '"' || each == '\\') out.append('\\').append(each);
            else if (each >= ' ' && each < 127) out.append(each);
            else out.append(String.format("\\u%04x", (int) each));
        }
        out.append('"');
    }
}
