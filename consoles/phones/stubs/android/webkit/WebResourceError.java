package android.webkit;

public abstract class WebResourceError {
    public abstract int getErrorCode();
}
