import type { Plugin } from '../plugin.ts'
import exec from './shell.exec.ts'
import execWrite from './shell.exec_write.ts'

export const SHELL_PLUGINS: readonly Plugin[] = [exec, execWrite]
