import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** What every page needs, or most of them, comes in one file instead of forty: each file costs a request. */
const TOGETHER = [
  { name: 'initial', tags: ['$initial' as const], priority: 2 },
  { name: 'shared', minShareCount: 4, priority: 1 },
]

/** What the service serves at `/`. No inline script may be made: the pages forbid it (see docs/console.md). */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    // Older targets would have light-dark() rewritten into something that knows nothing of Mantine's switch.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 900,
    rolldownOptions: { output: { codeSplitting: { groups: TOGETHER } } },
  },
})
