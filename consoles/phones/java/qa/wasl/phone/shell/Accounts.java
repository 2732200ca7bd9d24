package qa.wasl.phone.shell;

import android.content.Context;
import java.io.File;

/** The folders of accounts that were signed in on this phone. */
final class Accounts {
    private Accounts() {}

    /** An id as the service makes them: it becomes the name of a folder. */
    static boolean isId(String account) {
        return account != null && account.matches("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");
    }

    /** Of the positions of one account. */
    static File folder(Context context, String account) {
        return new File(all(context), account);
    }

    /** Positions of a former driver of this phone can never be sent: their session is over. */
    static void removeOthers(Context context, String account) {
        File[] folders = all(context).listFiles();
        if (folders == null) return;
        for (File folder : folders) {
            if (folder.getName().equals(account)) continue;
            File[] files = folder.listFiles();
            if (files != null) for (File file : files) file.delete();
            folder.delete();
        }
    }

    private static File all(Context context) {
        return new File(context.getFilesDir(), "positions");
    }
}
