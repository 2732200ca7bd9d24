package qa.wasl.phone.core;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads JSON into maps, lists, strings, doubles, booleans and null. Android's own reader is not on other machines, where
 * this code is tested. Throws IllegalArgumentException for anything that is not JSON.
 */
public final class Json {
    private static final int MAX_DEPTH = 32;

    private final String text;
    private int at;

    private Json(String text) {
        this.text = text;
    }

    public static Object parse(String text) {
        Json json = new Json(text);
        Object value = json.value(0);
        json.space();
        if (json.at != text.length()) throw json.unexpected();
        return value;
    }

    /** The member of an object; null if it is absent, or if this is no object. */
    public static Object get(Object object, String name) {
        return object instanceof Map ? ((Map<?, ?>) object).get(name) : null;
    }

    /** The text of a member; null if it is not a text. */
    public static String text(Object object, String name) {
        Object value = get(object, name);
        return value instanceof String ? (String) value : null;
    }

    /** The number of a member, or `otherwise`. */
    public static long number(Object object, String name, long otherwise) {
        Object value = get(object, name);
        return value instanceof Double ? ((Double) value).longValue() : otherwise;
    }

    /** The elements of a member; none if it is not a list. */
    public static List<?> list(Object object, String name) {
        Object value = get(object, name);
        return value instanceof List ? (List<?>) value : new ArrayList<Object>();
    }

    /** The text in quotes, as JSON and JavaScript both read it. */
    public static String quote(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (int index = 0; index < text.length(); index++) {
            char each = text.charAt(index);
            if (each == '"' || each == '\\') quoted.append('\\').append(each);
            // U+2028 and U+2029 end a line in JavaScript, and < could end a script.
            else if (each < ' ' || each == '<' || each == '\u2028' || each == '\u2029')
                quoted.append(String.format("\\u%04x", (int) each));
            else quoted.append(each);
        }
        return quoted.append('"').toString();
    }

    private Object value(int depth) {
        if (depth > MAX_DEPTH) throw unexpected();
        space();
        char first = peek();
        if (first == '{') return object(depth);
        if (first == '[') return array(depth);
        if (first == '"') return string();
        if (word("true")) return Boolean.TRUE;
        if (word("false")) return Boolean.FALSE;
        if (word("null")) return null;
        return number();
    }

    private Map<String, Object> object(int depth) {
        Map<String, Object> members = new LinkedHashMap<String, Object>();
        at++;
        space();
        if (peek() == '}') {
            at++;
            return members;
        }
        while (true) {
            space();
            String name = string();
            space();
            take(':');
            members.put(name, value(depth + 1));
            space();
            if (peek() == '}') break;
            take(',');
        }
        at++;
        return members;
    }

    private List<Object> array(int depth) {
        List<Object> elements = new ArrayList<Object>();
        at++;
        space();
        if (peek() == ']') {
            at++;
            return elements;
        }
        while (true) {
            elements.add(value(depth + 1));
            space();
            if (peek() == ']') break;
            take(',');
        }
        at++;
        return elements;
    }

    private String string() {
        take('"');
        StringBuilder read = new StringBuilder();
        for (char each = next(); each != '"'; each = next()) {
            if (each < ' ') throw unexpected();
            read.append(each == '\\' ? escaped() : each);
        }
        return read.toString();
    }

    private char escaped() {
        char kind = next();
        switch (kind) {
            case 'n':
                return '\n';
            case 't':
                return '\t';
            case 'r':
                return '\r';
            case 'b':
                return '\b';
            case 'f':
                return '\f';
            case 'u':
                if (at + 4 > text.length()) throw unexpected();
                at += 4;
                try {
                    return (char) Integer.parseInt(text.substring(at - 4, at), 16);
                } catch (NumberFormatException error) {
                    throw unexpected();
                }
            case '"':
            case '\\':
            case '/':
                return kind;
            default:
                throw unexpected();
        }
    }

    private Double number() {
        int start = at;
        while (at < text.length() && "+-.0123456789eE".indexOf(text.charAt(at)) >= 0) at++;
        try {
            return Double.valueOf(text.substring(start, at));
        } catch (NumberFormatException error) {
            throw unexpected();
        }
    }

    private boolean word(String word) {
        if (!text.startsWith(word, at)) return false;
        at += word.length();
        return true;
    }

    private void space() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) at++;
    }

    private char peek() {
        if (at >= text.length()) throw unexpected();
        return text.charAt(at);
    }

    private char next() {
        char each = peek();
        at++;
        return each;
    }

    private void take(char wanted) {
        if (next() != wanted) throw unexpected();
    }

    private IllegalArgumentException unexpected() {
        return new IllegalArgumentException("not JSON at character " + at);
    }
}
