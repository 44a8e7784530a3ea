import assert from 'node:assert/strict'
import { test } from 'node:test'
import { registriesIn } from '../graph.ts'
import { namesIn } from './said.ts'

test('words of two parts that many say name nobody', () => {
  assert.deepEqual(namesIn('Back-off restarting failed container, time-out at edi-hub', 'edi-bridge'), ['edi-hub'])
})

test('the registry of an image is told from the name of the image', () => {
  const images = ['registry.example.com/edge/web:1', 'localhost:5000/web', 'library/redis:7', 'redis']
  const deployments = [{ images }] as unknown as Parameters<typeof registriesIn>[0]['deployments']
  assert.deepEqual([...registriesIn({ deployments })], ['registry.example.com', 'localhost:5000'])
})
