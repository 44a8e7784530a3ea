import { test } from 'node:test'

test('passes', () => {})
test('is skipped', { skip: 'Install a moon.' }, () => {})
