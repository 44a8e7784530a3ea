/** How a container called `app` can be, as its pod's status tells it. */
import { condition, minutesAgo } from './cluster-objects.ts'

type Fields = Readonly<Record<string, unknown>>

type Ended = {
  reason?: string
  exitCode?: number
  /** Seconds. */
  lived?: number
  restarts?: number
  /** Minutes since it ended. */
  ago?: number
  message?: string
}

/** Ended again and again; waits for its next life. */
export function crashing({
  reason = 'Error',
  exitCode = 1,
  lived = 2,
  restarts = 6,
  ago = 2,
  message,
}: Ended = {}): Fields {
  return unready({
    restartCount: restarts,
    state: { waiting: { reason: 'CrashLoopBackOff', message: 'back-off 5m0s restarting failed container' } },
    lastState: { terminated: endOf({ reason, exitCode, lived, ago, ...(message && { message }) }) },
  })
}

/** Ended, and runs again since. */
export function restarted({ reason = 'Error', exitCode = 1, lived = 600, restarts = 1, ago = 60 }: Ended = {}): Fields {
  return {
    conditions: [condition('Ready', 'True', '', ago)],
    containerStatuses: [
      {
        name: 'app',
        image: 'app:1',
        ready: true,
        restartCount: restarts,
        state: { running: { startedAt: minutesAgo(ago) } },
        lastState: { terminated: endOf({ reason, exitCode, lived, ago }) },
      },
    ],
  }
}

/** Never started, with the kubelet's reason. */
export function waiting(reason: string, message: string): Fields {
  return unready({ restartCount: 0, state: { waiting: { reason, message } } }, 'Pending')
}

/** Runs, and its readiness probe says no. */
export function runningUnready(minutes = 20): Fields {
  return unready({ restartCount: 0, state: { running: { startedAt: minutesAgo(minutes) } } })
}

/** The first step before `app`, which has not begun. */
export function inInit(step: Fields): Fields {
  return {
    ...unready({ restartCount: 0, state: { waiting: { reason: 'PodInitializing' } } }, 'Pending'),
    initContainerStatuses: [{ name: 'prepare', ready: false, restartCount: 0, ...step }],
  }
}

export function endOf({ reason = 'Error', exitCode = 1, lived = 2, ago = 2, message }: Ended): Fields {
  return {
    reason,
    exitCode,
    startedAt: minutesAgo(ago + lived / 60),
    finishedAt: minutesAgo(ago),
    ...(message !== undefined && { message }),
  }
}

function unready(status: Fields, phase = 'Running'): Fields {
  return {
    phase,
    conditions: [condition('Ready', 'False', 'ContainersNotReady', 20)],
    containerStatuses: [{ name: 'app', image: 'app:1', ready: false, started: false, ...status }],
  }
}
