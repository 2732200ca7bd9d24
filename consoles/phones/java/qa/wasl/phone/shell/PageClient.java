package qa.wasl.phone.shell;

import android.graphics.Bitmap;
import android.net.Uri;
import android.net.http.SslError;
import android.webkit.RenderProcessGoneDetail;
import android.webkit.SslErrorHandler;
import android.webkit.WebResourceError;
import android.webkit.WebResourceRequest;
import android.webkit.WebView;
import android.webkit.WebViewClient;

/** Which pages are shown, and what is shown instead of a page that does not come. */
final class PageClient extends WebViewClient {
    private final PageActivity page;

    PageClient(PageActivity page) {
        this.page = page;
    }

    @Override
    public boolean shouldOverrideUrlLoading(WebView view, WebResourceRequest request) {
        Uri address = request.getUrl();
        if (Installation.of(page).isOurs(address)) return false;
        page.openOutside(address);
        return true;
    }

    @Override
    public void onPageStarted(WebView view, String url, Bitmap icon) {
        page.shows(Uri.parse(url));
    }

    /** Another certificate, authority or key than this app was built for. There is no way to go on all the same. */
    @Override
    public void onReceivedSslError(WebView view, SslErrorHandler handler, SslError error) {
        handler.cancel();
        if (Installation.of(page).isOurs(Uri.parse(error.getUrl()))) page.showOffline(R.string.not_our_server);
    }

    @Override
    public void onReceivedError(WebView view, WebResourceRequest request, WebResourceError error) {
        if (!request.isForMainFrame()) return;
        boolean isTls = error.getErrorCode() == ERROR_FAILED_SSL_HANDSHAKE;
        page.showOffline(isTls ? R.string.not_our_server : R.string.offline_text);
    }

    /** The page's process crashed, or Android needed its memory. Unanswered, this app would end as well. */
    @Override
    public boolean onRenderProcessGone(WebView view, RenderProcessGoneDetail detail) {
        page.recreate();
        return true;
    }
}
