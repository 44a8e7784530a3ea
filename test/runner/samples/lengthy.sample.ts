import { test } from 'node:test'
import { inLength } from '../../world/long-form.ts'

test('has two lengths', (t) => t.diagnostic(inLength('in short', 'at length')))
