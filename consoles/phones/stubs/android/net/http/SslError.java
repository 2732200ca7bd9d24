package android.net.http;

public class SslError {
    public native String getUrl();
}
