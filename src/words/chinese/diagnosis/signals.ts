/** What metrics and logs show. */
export const signals = {
  'all {count} events have {always} in common{also}': '全部 {count} 个事件都有 {always}{also}',
  'every failing line bears {fields}, and none of those that succeed': '每条失败的日志行都带有 {fields}，成功的都没有',
  'issue {id:name} ({what:said}) was first seen at {clockTime} and {count} times since':
    '问题 {id}（{what}）首次出现于 {clockTime}，此后出现 {count} 次',
  'the errors of {name} rose {step}{share}': '{name} 的错误{step}{share}',
  'the refusals (4xx) of {name} rose {step}': '{name} 的拒绝（4xx）{step}',
  'the good answers of {name} fell {step}': '{name} 的正常应答{step}',
  '({percent} of its requests)': '（占其请求的 {percent}）',
  'the latency of {name} rose from {seconds} to {seconds2} at {clockTime}':
    '{name} 的延迟在 {clockTime} 从 {seconds} 升至 {seconds2}',
  '{value:number} ms': '{value} 毫秒',
  'the first such error stands in the log at {clockTime}': '日志中首个此类错误出现在 {clockTime}',
  'disk space ({mountpoint})': '磁盘空间（{mountpoint}）',
  ', down from {bytes} at {clockTime}': '，{clockTime} 时为 {bytes}',
  'It had run out of {what}: at {clockTime} only {bytes} were left{part}{fell}.':
    '它的{what}曾经耗尽：{clockTime} 只剩 {bytes}{part}{fell}。',
  'its sibling {name} works': '其他副本 {name} 工作正常',
  'its issue {id} was seen at {clockTime}': '其问题 {id} 出现于 {clockTime}',
  'connection tracking table (conntrack)': '连接跟踪表（conntrack）',
  'limit of open files': '打开文件数上限',
  'limit of threads': '线程数上限',
  'ARP table': 'ARP 表',
  ', full in about {left}': '，约 {left}后填满',
  '; {bytes} were free at {clockTime}{ahead}': '；{clockTime} 时剩余 {bytes}{ahead}',
  'its {name} stands at {amount}{part}, that of its siblings at {amount2}':
    '其 {name} 为 {amount}{part}，其他副本为 {amount2}',
  'only its log says "{lineOf:said}"{part}': '只有它的日志称 "{lineOf}"{part}',
  'of {amount} counted as {name}{part} {part2} come from it': '计为 {name}{part} 的 {amount} 中有 {part2} 来自它',
  all: '全部',
  'Its log said then: "{words}" ({count} such lines){meaningOf}.':
    '其日志当时称："{words}"（共 {count} 行）{meaningOf}。',
  'At the same time: {events}.': '与此同时：{events}。',
  ': what it wrote to was not the primary any more, as during a failover': '：它写入的已不是主库，如同故障转移期间',
  '{kind:object} {name:name} at {part}: {reason:reason} ({message:said})':
    '{kind} {name}（{part}）：{reason}（{message}）',
  'the queue': '队列',
  '(inside {value})': '（位于 {value} 内）',
  'nothing is known of their CPU': '对其 CPU 一无所知',
  '{part} {range} of a CPU limit of {limit} (container {container})':
    '{part}{range}，CPU 上限为 {limit}（容器 {container}）',
  'the only replica uses': '唯一的副本使用',
  'all {loads} replicas use': '全部 {loads} 个副本使用',
} as const
