package qa.wasl.phone.shell;

import android.os.Build;
import android.view.View;
import android.view.WindowInsets;

/** Keeps the page off the system's bars, the notch and the keyboard: since Android 15 windows lie below them. */
final class Insets implements View.OnApplyWindowInsetsListener {
    static void follow(View view) {
        view.setOnApplyWindowInsetsListener(new Insets());
    }

    @Override
    public WindowInsets onApplyWindowInsets(View view, WindowInsets insets) {
        if (Build.VERSION.SDK_INT >= 30) apply30(view, insets);
        else apply26(view, insets);
        return insets;
    }

    private static void apply30(View view, WindowInsets insets) {
        int types = WindowInsets.Type.systemBars() | WindowInsets.Type.displayCutout() | WindowInsets.Type.ime();
        android.graphics.Insets edges = insets.getInsets(types);
        view.setPadding(edges.left, edges.top, edges.right, edges.bottom);
    }

    @SuppressWarnings("deprecation")
    private static void apply26(View view, WindowInsets insets) {
        view.setPadding(insets.getSystemWindowInsetLeft(), insets.getSystemWindowInsetTop(),
                insets.getSystemWindowInsetRight(), insets.getSystemWindowInsetBottom());
    }
}
