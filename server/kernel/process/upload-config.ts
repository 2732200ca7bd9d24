import path from 'node:path';
import { z } from 'zod';
import { projectRoot } from '../../../db/root.ts';
import { ConfigError } from './config-error.ts';

/** Where uploaded pictures are stored. */
export type UploadSettings = { store: 'disk'; folder: string } | { store: 's3'; bucket: S3Bucket };

/** An S3-compatible bucket for pictures. */
export interface S3Bucket {
  /** Base address; the bucket is the first path segment (path style). */
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** Environment variables for uploaded pictures. */
export const uploadKeys = {
  UPLOADS_DIR: z
    .string()
    .min(1)
    .default('.data/uploads')
    .describe('Folder of uploaded pictures, relative to the project; shared by all processes'),
  UPLOADS_STORE: z
    .enum(['disk', 's3'])
    .default('disk')
    .describe('disk stores pictures in UPLOADS_DIR, s3 in a bucket of an S3-compatible service'),
  UPLOADS_S3_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('Base address of the S3 service; the bucket becomes the first path segment'),
  UPLOADS_S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
    .optional()
    .describe('Bucket for pictures'),
  UPLOADS_S3_REGION: z.string().min(1).default('us-east-1').describe('Region used to sign S3 requests'),
  UPLOADS_S3_ACCESS_KEY_ID: z
    .string()
    .min(1)
    .optional()
    .describe('Access key allowed to get, put and delete objects'),
  UPLOADS_S3_SECRET_ACCESS_KEY: z.string().min(1).optional().describe('Secret of the access key'),
};

const keys = z.object(uploadKeys);

/** Picture storage, for commands that need only this setting. Throws ConfigError. */
export function uploadsIn(environment: NodeJS.ProcessEnv = process.env): UploadSettings {
  const parsed = keys.safeParse(environment);
  const faults = [
    ...errorsOfUploads(environment),
    ...(parsed.error?.issues ?? []).map(({ path: [key = ''], message }) => `${String(key)}: ${message}`),
  ];
  if (!parsed.success || faults.length > 0) throw new ConfigError(faults);
  return uploadSettings(parsed.data);
}

export function errorsOfUploads(environment: NodeJS.ProcessEnv): string[] {
  if (environment.UPLOADS_STORE !== 's3') return [];
  const needed = [
    'UPLOADS_S3_ENDPOINT',
    'UPLOADS_S3_BUCKET',
    'UPLOADS_S3_ACCESS_KEY_ID',
    'UPLOADS_S3_SECRET_ACCESS_KEY',
  ];
  return needed
    .filter((key) => environment[key] === undefined)
    .map((key) => `${key}: is required when UPLOADS_STORE is s3`);
}

export function uploadSettings(env: z.infer<typeof keys>): UploadSettings {
  if (env.UPLOADS_STORE === 'disk')
    return { store: 'disk', folder: path.resolve(projectRoot, env.UPLOADS_DIR) };
  const bucket = {
    endpoint: env.UPLOADS_S3_ENDPOINT ?? '',
    bucket: env.UPLOADS_S3_BUCKET ?? '',
    region: env.UPLOADS_S3_REGION,
    accessKeyId: env.UPLOADS_S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: env.UPLOADS_S3_SECRET_ACCESS_KEY ?? '',
  };
  return { store: 's3', bucket };
}
