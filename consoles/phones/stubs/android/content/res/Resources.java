package android.content.res;

import java.io.InputStream;

public class Resources {
    public native InputStream openRawResource(int id);
}
