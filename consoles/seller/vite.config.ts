import { defineConfig } from 'vite';
import { consoleConfig } from '../shared/build/console-config.ts';

export default defineConfig(consoleConfig('seller'));
