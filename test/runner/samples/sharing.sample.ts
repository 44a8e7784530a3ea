import assert from 'node:assert/strict'
import { sharing } from '../../world/shared-stage.ts'

const test = sharing(async () => {})

test('fails on the stage of its file', () => assert.equal(1, 2))
