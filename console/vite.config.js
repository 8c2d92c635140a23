// The build of the console. The server places a nonce into the page for each answer.
import { defineConfig } from 'vite'

export default defineConfig({
  base: '/console/',
  html: { cspNonce: '__NONCE__' },
  build: {
    target: 'es2022',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // A test bounds what each page loads.
    chunkSizeWarningLimit: Infinity,
    rolldownOptions: {
      output: {
        // One file of all that each page needs compresses better than 20 files that name each other.
        codeSplitting: {
          groups: [
            { name: 'base', tags: ['$initial'] },
            // So do the words that most pages of the desk need.
            {
              name: 'desk-words',
              test: /operator\/(act|closed|identifier|value|money|order|halt|role|status)-words/,
            },
          ],
        },
      },
      // Packages mark modules with "use client", which only server components need.
      onLog: (level, log, next) => {
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') next(level, log)
      },
    },
  },
})
