#!/usr/bin/env node
/** The command `firebreak`, as `npx firebreak` in a clone finds it. */
import { runScript } from './runtime.mjs'

await runScript(['src/main.ts', ...process.argv.slice(2)])
