package qa.wasl.phone.shell;

import android.net.Uri;
import android.webkit.CookieManager;
import android.webkit.DownloadListener;
import android.webkit.URLUtil;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import javax.net.ssl.HttpsURLConnection;

/**
 * Files that pages offer, such as invoices. Fetched by this app itself: Android's own downloads neither know the page's
 * session nor the pins.
 */
final class Downloads implements DownloadListener {
    private static final int TIMEOUT_MS = 30_000;
    private static final int MAX_BYTES = 20 * 1024 * 1024;

    private final PageActivity page;
    private final Installation installation;

    Downloads(PageActivity page) {
        this.page = page;
        installation = Installation.of(page);
    }

    @Override
    public void onDownloadStart(
            final String url, String agent, final String disposition, final String type, long length) {
        Uri address = Uri.parse(url);
        // An app is installed by the browser that has downloaded it; ours may not.
        if (!installation.isOurs(address) || url.startsWith(installation.origin + "/apps/")) {
            page.openOutside(address);
            return;
        }
        final String cookies = CookieManager.getInstance().getCookie(url);
        new Thread("download") {
            @Override
            public void run() {
                final byte[] bytes = fetch(url, cookies);
                page.onPage(new Runnable() {
                    @Override
                    public void run() {
                        if (bytes == null) page.say(R.string.not_saved);
                        else page.files().save(URLUtil.guessFileName(url, disposition, type), type, bytes);
                    }
                });
            }
        }.start();
    }

    /** Null if it did not come whole. */
    private byte[] fetch(String url, String cookies) {
        try {
            HttpsURLConnection connection = (HttpsURLConnection) new URL(url).openConnection();
            connection.setSSLSocketFactory(installation.sockets);
            connection.setConnectTimeout(TIMEOUT_MS);
            connection.setReadTimeout(TIMEOUT_MS);
            connection.setInstanceFollowRedirects(false);
            connection.setRequestProperty("User-Agent", installation.agent);
            if (cookies != null) connection.setRequestProperty("Cookie", cookies);
            if (connection.getResponseCode() != 200) return null;
            InputStream stream = connection.getInputStream();
            try {
                ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                byte[] part = new byte[16 * 1024];
                for (int count = stream.read(part); count >= 0; count = stream.read(part)) {
                    bytes.write(part, 0, count);
                    if (bytes.size() > MAX_BYTES) return null;
                }
                return bytes.toByteArray();
            } finally {
                stream.close();
            }
        } catch (IOException error) {
            return null;
        }
    }
}
