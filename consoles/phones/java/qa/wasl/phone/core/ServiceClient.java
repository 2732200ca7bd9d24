package qa.wasl.phone.core;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLSocketFactory;

/** Requests to the service over connections that are kept open, to a pinned key alone. */
public final class ServiceClient {
    private static final int CONNECT_TIMEOUT_MS = 15_000;
    private static final int READ_TIMEOUT_MS = 20_000;
    private static final int MAX_BODY_BYTES = 512 * 1024;
    private static final long MAX_RETRY_AFTER_MS = 10 * 60_000;

    private final String base;
    private final SSLSocketFactory sockets;
    private final String agent;
    private final ServiceTime time;

    /**
     * @param base The address below which operations are, such as https://wasl.example.qa/api/v1
     * @param agent Names this app and its version to the service.
     */
    public ServiceClient(String base, SSLSocketFactory sockets, String agent, ServiceTime time) {
        if (!base.startsWith("https://")) throw new IllegalArgumentException("not https: " + base);
        this.base = base;
        this.sockets = sockets;
        this.agent = agent;
        this.time = time;
    }

    public Answer get(String path, String token) throws IOException {
        return call("GET", path, token, null);
    }

    public Answer post(String path, String token, String json) throws IOException {
        return call("POST", path, token, json.getBytes(StandardCharsets.UTF_8));
    }

    /** @throws IOException if no answer came, or from a server that is not ours. */
    private Answer call(String method, String path, String token, byte[] body) throws IOException {
        HttpsURLConnection connection = (HttpsURLConnection) new URL(base + path).openConnection();
        connection.setSSLSocketFactory(sockets);
        connection.setRequestMethod(method);
        connection.setConnectTimeout(CONNECT_TIMEOUT_MS);
        connection.setReadTimeout(READ_TIMEOUT_MS);
        // A redirect could lead a token elsewhere.
        connection.setInstanceFollowRedirects(false);
        connection.setUseCaches(false);
        connection.setRequestProperty("User-Agent", agent);
        connection.setRequestProperty("Accept", "application/json");
        if (token != null) connection.setRequestProperty("Authorization", "Bearer " + token);
        if (body != null) {
            connection.setDoOutput(true);
            connection.setRequestProperty("Content-Type", "application/json");
            connection.getOutputStream().write(body);
        }
        int status = connection.getResponseCode();
        String answered = read(connection);
        time.learn(connection.getHeaderFieldDate("Date", 0));
        return new Answer(status, answered, retryAfter(connection.getHeaderField("Retry-After")));
    }

    /** Reads to the end: only then is the connection used again. */
    private static String read(HttpURLConnection connection) throws IOException {
        InputStream stream = connection.getErrorStream();
        if (stream == null) stream = connection.getInputStream();
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            byte[] part = new byte[8192];
            for (int count = stream.read(part); count >= 0; count = stream.read(part)) {
                bytes.write(part, 0, count);
                if (bytes.size() > MAX_BODY_BYTES) throw new IOException("the answer is too long");
            }
            return new String(bytes.toByteArray(), StandardCharsets.UTF_8);
        } finally {
            stream.close();
        }
    }

    private static long retryAfter(String header) {
        if (header == null || !header.matches("\\d{1,6}")) return 0;
        return Math.min(MAX_RETRY_AFTER_MS, Long.parseLong(header) * 1000);
    }
}
