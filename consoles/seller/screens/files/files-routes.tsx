import { Route, Routes } from 'react-router';
import page from '../../parts/screen-pages.module.css';
import { useFileText } from '../../texts/file-texts.ts';
import { BringFile } from './bring-file.tsx';
import styles from './files.module.css';
import { GetFiles } from './get-files.tsx';
import { ImportList } from './import-list.tsx';
import { ImportPage } from './import-page.tsx';

/** The pages below /files. */
export function FilesRoutes() {
  return (
    <div className={page.screen} data-testid="screen-files">
      <Routes>
        <Route path=":id" element={<ImportPage />} />
        <Route path="*" element={<AllFiles />} />
      </Routes>
    </div>
  );
}

function AllFiles() {
  const t = useFileText();
  return (
    <>
      <h1 className={page.title}>{t('files.title')}</h1>
      <div className={styles.halves}>
        <BringFile />
        <GetFiles />
      </div>
      <ImportList />
    </>
  );
}
