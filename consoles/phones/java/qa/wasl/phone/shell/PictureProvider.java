package qa.wasl.phone.shell;

import android.content.ContentProvider;
import android.content.ContentValues;
import android.content.Context;
import android.database.Cursor;
import android.net.Uri;
import android.os.ParcelFileDescriptor;
import java.io.File;
import java.io.FileNotFoundException;

/** Lets the phone's camera write one picture into this app's cache, which it may not open otherwise. */
public final class PictureProvider extends ContentProvider {
    private static final long KEPT_MS = 24 * 3_600_000L;

    /** A name for the next picture; removes those of former days. Null if the cache has no room for a folder. */
    static File newPicture(Context context) {
        File folder = folder(context);
        if (!folder.isDirectory() && !folder.mkdirs()) return null;
        long now = System.currentTimeMillis();
        File[] former = folder.listFiles();
        if (former != null) for (File file : former) if (file.lastModified() < now - KEPT_MS) file.delete();
        return new File(folder, now + ".jpg");
    }

    static Uri address(Context context, File picture) {
        return Uri.parse("content://" + context.getPackageName() + ".pictures/" + picture.getName());
    }

    @Override
    public ParcelFileDescriptor openFile(Uri address, String mode) throws FileNotFoundException {
        String name = address.getLastPathSegment();
        if (name == null || !name.matches("\\d{1,15}\\.jpg")) throw new FileNotFoundException(String.valueOf(address));
        return ParcelFileDescriptor.open(new File(folder(getContext()), name), ParcelFileDescriptor.parseMode(mode));
    }

    @Override
    public String getType(Uri address) {
        return "image/jpeg";
    }

    @Override
    public boolean onCreate() {
        return true;
    }

    @Override
    public Cursor query(Uri address, String[] columns, String where, String[] values, String order) {
        return null;
    }

    @Override
    public Uri insert(Uri address, ContentValues values) {
        return null;
    }

    @Override
    public int update(Uri address, ContentValues values, String where, String[] arguments) {
        return 0;
    }

    @Override
    public int delete(Uri address, String where, String[] arguments) {
        return 0;
    }

    private static File folder(Context context) {
        return new File(context.getCacheDir(), "pictures");
    }
}
