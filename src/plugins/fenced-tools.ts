/**
 * The fence at the act. An instance that stood still, or lost its store, may have lost its run, its plan or its leave
 * meanwhile; so every single change of the world asks right before it, and carries the moment until which the answer holds.
 */
import type { ActingCluster, Cluster } from '../ports/cluster.ts'
import type { Fence } from '../ports/deadline.ts'
import type { ActingTools } from './plugin.ts'

/** The tools of a remediation, with the fence before everything that changes something. */
export function fenceTools({ cluster, databases, shell, ...tools }: ActingTools, fence: Fence): ActingTools {
  // Named one by one, so that a new way to change the cluster does not compile before it is fenced too.
  const changing: Omit<ActingCluster, keyof Cluster> = {
    patch: (name, body, write) => fence.through((before) => cluster.patch(name, body, { ...write, before })),
    scale: (name, replicas, version, write) =>
      fence.through((before) => cluster.scale(name, replicas, version, { ...write, before })),
    remove: (name, uid, write) => fence.through((before) => cluster.remove(name, uid, { ...write, before })),
  }
  return {
    ...tools,
    fence,
    cluster: { ...cluster, ...changing },
    databases: {
      ...databases,
      act: (database, sql, values, options) =>
        fence.through((before) => databases.act(database, sql, values, { ...options, before })),
    },
    shell: {
      ...shell,
      run: (request) =>
        request.fence === 'free' ? fence.through((before) => shell.run({ ...request, before })) : shell.run(request),
    },
  }
}
