package android.webkit;

import android.graphics.Bitmap;
import android.net.http.SslError;

public class WebViewClient {
    public static final int ERROR_FAILED_SSL_HANDSHAKE = -11;
    public boolean shouldOverrideUrlLoading(WebView view, WebResourceRequest request) {
        return false;
    }
    public void onPageStarted(WebView view, String url, Bitmap icon) {}
    public void onReceivedSslError(WebView view, SslErrorHandler handler, SslError error) {}
    public void onReceivedError(WebView view, WebResourceRequest request, WebResourceError error) {}
    public boolean onRenderProcessGone(WebView view, RenderProcessGoneDetail detail) {
        return false;
    }
}
