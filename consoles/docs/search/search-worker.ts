import { GuideSearch } from '../../shared/guide-search/guide-search.ts';
import type { SearchMessage } from './search-messages.ts';

declare const self: DedicatedWorkerGlobalScope;

let search: GuideSearch | undefined;

// What is thrown here is an `error` event of the Worker in the page.
self.addEventListener('message', ({ data, ports }: MessageEvent<SearchMessage>) => {
  if ('index' in data) {
    search = new GuideSearch(new TextDecoder().decode(data.index), data.locale);
    return;
  }
  if (search === undefined) throw new Error('A question came before the index.');
  ports[0]?.postMessage(search.find(data.question, data.maxHits));
});
