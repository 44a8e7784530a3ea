import type { PodSpec, Volume } from './kubernetes-objects.ts'

/** Every pod gets one with the token of its account and the cluster's certificate. It says nothing about this one. */
const GIVEN_TO_ALL = /^kube-api-access-/

export function ownVolumes({ volumes = [] }: PodSpec): Volume[] {
  return volumes.filter(isOwn)
}

export function isOwn({ name }: { name: string }): boolean {
  return !GIVEN_TO_ALL.test(name)
}
