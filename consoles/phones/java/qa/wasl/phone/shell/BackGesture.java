package qa.wasl.phone.shell;

import android.window.OnBackInvokedCallback;
import android.window.OnBackInvokedDispatcher;

/** The back gesture since Android 13. A class of its own: earlier versions do not know the types it names. */
final class BackGesture implements OnBackInvokedCallback {
    private final PageActivity page;

    private BackGesture(PageActivity page) {
        this.page = page;
    }

    static void follow(PageActivity page) {
        page.getOnBackInvokedDispatcher()
                .registerOnBackInvokedCallback(OnBackInvokedDispatcher.PRIORITY_DEFAULT, new BackGesture(page));
    }

    @Override
    public void onBackInvoked() {
        page.goBack();
    }
}
