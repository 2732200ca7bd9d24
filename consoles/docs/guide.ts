import './guide.css';
import './tour.css';
import { lateFonts } from '../shared/theme/late-fonts.ts';
import { chooseTheme, themePictures } from './theme.ts';

themePictures();
for (const button of document.querySelectorAll('[data-theme-button]'))
  button.addEventListener('click', chooseTheme);
// The picture that is seen is the one that opens.
for (const link of document.querySelectorAll<HTMLAnchorElement>('a.screen'))
  link.addEventListener('click', () => {
    link.href = link.querySelector('img')?.currentSrc || link.href;
  });

// Where guide.css shows the list in any case, assistive technology is told so.
if (matchMedia('(min-width: 60rem)').matches)
  for (const list of document.querySelectorAll<HTMLDetailsElement>('.list details')) list.open = true;

const form = document.querySelector<HTMLFormElement>('[data-search]');
if (form !== null) {
  const input = form.querySelector('input');
  // Search and its index are loaded when somebody means to search.
  const begin = () => {
    input?.removeEventListener('focus', begin);
    import('./search/search-box.ts').then(({ searchBox }) => searchBox(form));
  };
  input?.addEventListener('focus', begin);
  document.addEventListener('keydown', (event) => {
    const typing = event.target instanceof HTMLElement && event.target.closest('input, textarea') !== null;
    if ((event.key === '/' && !typing) || (event.key === 'k' && (event.ctrlKey || event.metaKey))) {
      event.preventDefault();
      input?.focus();
    }
  });
  // A link may ask a question: `?q=…`.
  const question = new URLSearchParams(location.search).get('q');
  if (input !== null && question !== null) input.value = question;
  if (question !== null || document.activeElement === input) begin();
}

lateFonts((language) => {
  try {
    // Read by early.ts.
    localStorage.setItem(`wasl.guide-fonts.${language}`, 'here');
  } catch {
    // Without storage, pages stay in the system's fonts.
  }
});

const tour = document.querySelector<HTMLElement>('.tour');
if (tour !== null) import('./tour.ts').then(({ runTour }) => runTour(tour));

const foot = document.querySelector<HTMLElement>('[data-keep]');
if (foot !== null && 'serviceWorker' in navigator) {
  const offer = () => {
    // Where the browser refuses to keep anything, the guide is read as before.
    import('./offline/keeping.ts').then(({ offerKeeping }) => offerKeeping(foot)).catch(() => undefined);
  };
  if (document.readyState === 'complete') offer();
  else addEventListener('load', offer);
}
