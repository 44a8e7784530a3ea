/** The alerts the benches send: each number its own, about as long as real ones. */
export function alertBody(run: string, number: number): string {
  return JSON.stringify({
    message: alertMessage(run, number),
    metadata: { severity: SEVERITIES[number % SEVERITIES.length], cluster: 'west-2', round: run },
  })
}

const SEVERITIES = ['critical', 'high', 'warning', 'info']

function alertMessage(run: string, number: number): string {
  const pod = `payments-${(number * 7919).toString(36)}-${number}`
  return `Pod ${pod} in namespace shop restarts again and again: CrashLoopBackOff, last exit code 137, ${run}. The deployment has too few ready replicas and requests to /checkout fail.`
}
