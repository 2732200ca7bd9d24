package qa.wasl.phone.shell;

import android.content.Context;
import android.text.TextUtils;

/** Shown instead of a page that did not come. Needs no network and no script. */
final class OfflinePage {
    private OfflinePage() {}

    /** @param retry The address that is tried again. */
    static String html(Context context, int reason, String retry) {
        String language = Installation.language();
        String direction = "ar".equals(language) ? "rtl" : "ltr";
        return "<!doctype html><html lang=\"" + language + "\" dir=\"" + direction + "\"><meta charset=\"utf-8\">"
                + "<meta name=\"viewport\" content=\"width=device-width\">"
                + "<style>body{margin:0;min-height:100vh;display:grid;place-content:center;gap:1rem;padding:2rem;"
                + "font:1.1rem sans-serif;text-align:center;background:#f5f3ee;color:#2a2320}"
                + "a{padding:.9rem;border-radius:.6rem;background:#7d1538;color:#fff;text-decoration:none}</style>"
                + "<h1>" + text(context, R.string.offline_title) + "</h1><p>" + text(context, reason) + "</p>"
                + "<a href=\"" + TextUtils.htmlEncode(retry) + "\">" + text(context, R.string.offline_retry) + "</a>";
    }

    private static String text(Context context, int id) {
        return TextUtils.htmlEncode(context.getString(id));
    }
}
