package qa.wasl.phone.shell;

import android.content.Intent;
import android.webkit.JavascriptInterface;
import qa.wasl.phone.core.Activity;
import qa.wasl.phone.core.Json;

/**
 * What pages may ask of this app: window.WaslShell. consoles/shared/shell/phone-shell.ts describes it for them. Called on
 * a thread of the WebView. Pages of other origins are never loaded into it, and ours contain no frames of others, so
 * nobody else can call it; each call looks at the address again all the same.
 */
final class PageBridge {
    static final String NAME = "WaslShell";
    private static final int MAX_TEXT = 2_000;
    private static final int MAX_FILE = 30_000_000;

    private final PageActivity page;

    PageBridge(PageActivity page) {
        this.page = page;
    }

    @JavascriptInterface
    public String about() {
        Installation installation = Installation.of(page);
        return "{\"app\":" + Json.quote(installation.app) + ",\"version\":" + Json.quote(installation.versionName)
                + ",\"code\":" + installation.versionCode + "}";
    }

    /** What the service behind the page does, as events `wasl-shell` tell later. */
    @JavascriptInterface
    public String state() {
        return ShiftState.get().json();
    }

    /** A device token for the account that is signed in: positions of a driver, notifications of anybody else. */
    @JavascriptInterface
    public void signedIn(final String account, final String token) {
        if (!Accounts.isId(account) || token == null || !token.matches("dt_[\\w-]{43}")) return;
        page.onPage(new Runnable() {
            @Override
            public void run() {
                page.signedIn(account, token);
            }
        });
    }

    @JavascriptInterface
    public void signedOut() {
        page.onPage(new Runnable() {
            @Override
            public void run() {
                page.signedOut();
            }
        });
    }

    /** @param name OFF, BREAK, IDLE, WORKING or IN_TRANSIT */
    @JavascriptInterface
    public void duty(String name) {
        final Activity activity = Activity.named(name);
        if (activity == null) return;
        page.onPage(new Runnable() {
            @Override
            public void run() {
                page.duty(activity);
            }
        });
    }

    @JavascriptInterface
    public void share(String title, String url) {
        if (url == null || title == null || url.length() > MAX_TEXT || title.length() > MAX_TEXT) return;
        final Intent send = new Intent(Intent.ACTION_SEND).setType("text/plain");
        send.putExtra(Intent.EXTRA_SUBJECT, title).putExtra(Intent.EXTRA_TEXT, url);
        page.onPage(new Runnable() {
            @Override
            public void run() {
                page.startOutside(Intent.createChooser(send, null));
            }
        });
    }

    /** How many notifications are unread: at 0, those that this app shows go away. */
    @JavascriptInterface
    public void badge(final int unread) {
        if (unread > 0 || Installation.of(page).isDriver()) return;
        page.onPage(new Runnable() {
            @Override
            public void run() {
                new Alerts(page).clear();
            }
        });
    }

    /** A file that the page has made; the user chooses where it goes. @param base64 Its bytes. */
    @JavascriptInterface
    public void save(final String name, final String type, final String base64) {
        if (name == null || type == null || base64 == null || base64.length() > MAX_FILE) return;
        page.onPage(new Runnable() {
            @Override
            public void run() {
                page.save(name, type, base64);
            }
        });
    }
}
