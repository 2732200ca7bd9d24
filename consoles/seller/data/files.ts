import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { components } from '../../../server/kernel/http/api-types.ts';
import { type Api, dataOf } from '../../shared/api/client.ts';
import { useApi } from '../../shared/session/session-context.tsx';
import { keys } from './keys.ts';
import type { Permission } from './shop-context.tsx';
import { usePages } from './use-pages.ts';

type Schemas = components['schemas'];
export type FileKind = Schemas['SellerFileKind'];
export type SellerImport = Schemas['SellerImport'];
export type ImportRow = Schemas['SellerImportRow'];
export type RowStatus = Schemas['SellerImportRowStatus'];

export const FILE_KINDS: readonly FileKind[] = ['PRODUCTS', 'OFFERS', 'STOCK'];
export const NEEDED: Readonly<Record<FileKind, Permission>> = {
  PRODUCTS: 'CATALOGUE',
  OFFERS: 'CATALOGUE',
  STOCK: 'STOCK',
};

/** Milliseconds between polls: of an import being processed, and of a list that others add to. */
const LOOK_SOON = 1_000;
const LOOK_AGAIN = 15_000;
const PAGE_SIZE = 50;

/** Whether the service is processing it. */
export function isUnderWay({ status }: SellerImport): boolean {
  return status === 'CHECKING' || status === 'APPLYING';
}

/** Progress of the work under way, 0 to 1; null if none is. */
export function shareDone({ status, rows, pending, applied, toApply }: SellerImport): number | null {
  if (status === 'CHECKING') return (rows - pending) / rows;
  if (status === 'APPLYING') return applied + toApply === 0 ? 1 : applied / (applied + toApply);
  return null;
}

export function useImports() {
  const api = useApi();
  return usePages(
    keys.imports,
    (cursor) => dataOf(api.GET('/seller/imports', { params: { query: { limit: 20, ...cursor } } })),
    LOOK_AGAIN,
  );
}

export function useImport(id: string) {
  const api = useApi();
  return useQuery({
    queryKey: keys.import(id),
    queryFn: () => dataOf(api.GET('/seller/imports/{id}', { params: { path: { id } } })),
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && isUnderWay(data) ? LOOK_SOON : LOOK_AGAIN,
  });
}

/** The rows of an import, optionally of one status; read again with each stage of the import. */
export function useImportRows(found: SellerImport, status: RowStatus | null) {
  const { id } = found;
  const api = useApi();
  return usePages(
    keys.importRows(id, found.status, status),
    async (cursor) => {
      const query = { limit: PAGE_SIZE, ...(status === null ? {} : { status }), ...cursor };
      const rows = await dataOf(api.GET('/seller/imports/{id}/rows', { params: { path: { id }, query } }));
      // JSON, since text/csv was not asked for.
      return rows as Schemas['SellerImportRowList'];
    },
    isUnderWay(found) ? LOOK_SOON : LOOK_AGAIN,
  );
}

/** Sends a file to be checked. Throws ProblemError and NoAnswerError. */
export function sendFile(api: Api, kind: FileKind, csv: string, key: string): Promise<SellerImport> {
  return dataOf(
    api.POST('/seller/imports', {
      params: { query: { kind }, header: { 'Idempotency-Key': key } },
      body: { csv },
    }),
  );
}

/** Applies or stops an import, and shows the result. */
export function useImportSteps(id: string) {
  const api = useApi();
  const client = useQueryClient();
  const params = { path: { id } };
  const take = async (step: Promise<SellerImport>) => {
    const found = await step;
    client.setQueryData(keys.import(id), found);
    await client.invalidateQueries({ queryKey: keys.imports });
  };
  return {
    apply: () => take(dataOf(api.POST('/seller/imports/{id}/apply', { params }))),
    stop: () => take(dataOf(api.POST('/seller/imports/{id}/stop', { params }))),
  };
}

/** The rows to correct, as a file. */
export function failedRows(api: Api, id: string): Promise<Blob> {
  return dataOf<Blob>(
    api.GET('/seller/imports/{id}/rows', {
      params: { path: { id } },
      headers: { Accept: 'text/csv' },
      parseAs: 'blob',
    }),
  );
}

/** Everything the shop has of a kind, as files of at most 20,000 rows. */
export async function exportFiles(api: Api, kind: FileKind): Promise<Blob[]> {
  const files: Blob[] = [];
  let cursor: string | null = null;
  do {
    const query: { cursor?: string } = cursor === null ? {} : { cursor };
    const { data, response } = await api.GET('/seller/exports/{kind}', {
      params: { path: { kind }, query },
      parseAs: 'blob',
    });
    files.push(data as unknown as Blob);
    cursor = nextCursor(response.headers.get('Link'));
  } while (cursor !== null && files.length < MAX_FILES);
  return files;
}

/** A million rows: more than any shop has. */
const MAX_FILES = 50;

function nextCursor(link: string | null): string | null {
  const next = /<([^>]+)>;\s*rel="?next"?/.exec(link ?? '')?.[1];
  return next === undefined ? null : new URL(next, location.href).searchParams.get('cursor');
}
