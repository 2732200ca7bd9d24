package android.webkit;

import android.content.Context;
import android.os.Bundle;
import android.view.ViewGroup;

public class WebView extends ViewGroup {
    public WebView(Context context) {}
    public native WebSettings getSettings();
    public native void setWebViewClient(WebViewClient client);
    public native void setDownloadListener(DownloadListener listener);
    public native void setWebChromeClient(WebChromeClient client);
    public native void addJavascriptInterface(Object object, String name);
    public native void evaluateJavascript(String script, ValueCallback<String> result);
    public native void loadUrl(String url);
    public native void loadDataWithBaseURL(String base, String data, String type, String encoding, String history);
    public native WebBackForwardList saveState(Bundle state);
    public native WebBackForwardList restoreState(Bundle state);
    public native boolean canGoBack();
    public native void goBack();
    public native void onResume();
    public native void destroy();
}
