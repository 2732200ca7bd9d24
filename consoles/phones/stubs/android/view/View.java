package android.view;

public class View {
    public native void setPadding(int left, int top, int right, int bottom);
    public native void setOnApplyWindowInsetsListener(OnApplyWindowInsetsListener listener);
    public interface OnApplyWindowInsetsListener {
        WindowInsets onApplyWindowInsets(View view, WindowInsets insets);
    }
}
