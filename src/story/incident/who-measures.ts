/** Who measures is not who is measured: names of programs that tell of others. */
const EXPORTER =
  /exporter|kube-state-metrics|kubelet|cadvisor|prometheus|alertmanager|blackbox|pushgateway|cloudwatch|telegraf|statsd|collectd|otel-collector|promtail|fluent-?bit|vector-agent|^(node|nodes|kernel|systemd|syslog|rsyslog|(systemd-)?journald?|var-?logs?|messages|stdout|stderr|dmesg|audit|auth\.log)$/i

export function isExporter(name: string): boolean {
  return EXPORTER.test(name)
}
