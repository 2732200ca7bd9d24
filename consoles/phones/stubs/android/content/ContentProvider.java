package android.content;

import android.database.Cursor;
import android.net.Uri;
import android.os.ParcelFileDescriptor;
import java.io.FileNotFoundException;

public abstract class ContentProvider {
    public abstract boolean onCreate();
    public abstract String getType(Uri address);
    public abstract Cursor query(Uri address, String[] columns, String where, String[] values, String order);
    public abstract Uri insert(Uri address, ContentValues values);
    public abstract int update(Uri address, ContentValues values, String where, String[] arguments);
    public abstract int delete(Uri address, String where, String[] arguments);
    public ParcelFileDescriptor openFile(Uri address, String mode) throws FileNotFoundException {
        return null;
    }
    public final native Context getContext();
}
