/** A Debian package that the build of the phone apps uses. */
export interface ToolPackage {
  name: string;
  /** Of Debian 12. Null: a library that moves with security updates and does not touch what is built. */
  pinned: { version: string; sha256: string } | null;
}

const pinned = (name: string, version: string, sha256: string): ToolPackage => ({
  name,
  pinned: { version, sha256 },
});
const library = (name: string): ToolPackage => ({ name, pinned: null });

/** Builds and signs; in amd64 alone, as the checksums say. */
export const BUILD_PACKAGES: readonly ToolPackage[] = [
  pinned('aapt', '1:10.0.0+r36-10', 'a4790dd07923a45ba17982d257abbce3f8050e8b30b0952545255502a5d1f505'),
  pinned(
    'android-libaapt',
    '1:10.0.0+r36-10',
    'e18333b3d0259c3ceffeed142a5bbce2114eb7021c0ca5ef1ac505c0629c5171',
  ),
  pinned(
    'android-libandroidfw',
    '1:10.0.0+r36-10',
    '26add03f0edf12da9d710b9be2bf0ec867f583d490135d99b9789bbbfe1bab4e',
  ),
  pinned(
    'android-libbacktrace',
    '1:29.0.6-28',
    '78733043d8e8f5906eb969a18c3178c1898f50d3684de23398a3eeb7ba7ea122',
  ),
  pinned(
    'android-libbase',
    '1:29.0.6-28',
    'c651582c9beb229b6a4581eef5d03796293aa2da3b602eafc5427b198060819f',
  ),
  pinned(
    'android-libcutils',
    '1:29.0.6-28',
    '12ac0a99beb683269d77af09bf80ddd7b8c428fda442c05070ea3ff50429718c',
  ),
  pinned('android-liblog', '1:29.0.6-28', 'd495761ec2dc87070f6ac75c771d221d05e2be387cbaeab7e7c7fcd740ce4ce2'),
  pinned(
    'android-libutils',
    '1:29.0.6-28',
    'c9554365cd0d20ac22138195963b2b790e45fc3edade3626a05311a9cae5cf36',
  ),
  pinned(
    'android-libziparchive',
    '1:29.0.6-28',
    'e6d674143b948017a96740f449547799127feba75109875446c89e0e05a3e29d',
  ),
  pinned('apksigner', '31.0.2-1', '6ded96d6156f8b0bc1355e87b5fad8e6ebfcf8a694dedd9987768b37a41878d4'),
  pinned('libapksig-java', '31.0.2-1', 'cfb1babb843de0c7490c4554dca31187ceb326ea7f53c9cd77e9ce46342cba59'),
  pinned('zipalign', '1:10.0.0+r36-1', '522d9efffbd2602a508530e58c8e2f21b1fb2598c7986350e41906d439e4758c'),
  library('libexpat1'),
  library('libpng16-16'),
  library('libprotobuf-lite32'),
  library('libzopfli1'),
  // Holds 7z.so, without which Debian's android-libbacktrace does not load.
  library('p7zip-full'),
];

/** Reads the compiled classes back, for tests. */
export const VERIFY_PACKAGES: readonly ToolPackage[] = [
  pinned(
    'android-libart',
    '11.0.0+r48-5',
    '0b564ead30c91a6640c48138f7167d339770b0d17a43568c90a98dbc0f3226b1',
  ),
  pinned(
    'android-libnativebridge',
    '1:11.0.0+r48-5',
    '1a70201b4f28566d5de3a83c15787c096812fa3ab07360ff49dbc2208111ed08',
  ),
  pinned(
    'android-libnativeloader',
    '1:11.0.0+r48-5',
    'cc2ef4aad7cbedd4a6788aa4f7e38fa86e52fb97c2f30aa768b811829d164d2c',
  ),
  pinned('dexdump', '11.0.0+r48-5', 'cda30e433ee1cf5463800a09abeb010e8962ec14886f9851b0482724e38ac152'),
  library('libatomic1'),
  library('liblz4-1'),
];

/** Only where no JDK 17 is installed: other versions may compile to other bytes. */
export const JDK_PACKAGES: readonly ToolPackage[] = [
  library('openjdk-17-jre-headless'),
  library('openjdk-17-jdk-headless'),
];
