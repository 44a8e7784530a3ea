/** Sentences that are put together of parts, whole. */
export const joints = {
  '{speaker} says{since}, {count:number} times and never before: "{words}"':
    '{speaker} {since}说过 {count} 次，此前从未出现："{words}"',
  '{speaker} says far more often{since} ({count:number} times, before {before:number}): "{words}"':
    '{speaker} {since}远比以前频繁（{count} 次，此前 {before} 次）："{words}"',
  '{speaker} says ({count:number} times): "{words}"': '{speaker} 说过 {count} 次："{words}"',
  '{speaker} logged at {time}: "{words}"': '{speaker} 于 {time} 记录："{words}"',
  '{speaker} logged: "{words}"': '{speaker} 记录："{words}"',
  'Behind this: {statement}': '其背后：{statement}',
  'Together with this: {statement}': '与此同时：{statement}',
  'Independently of this: {statement}': '与此无关的另一问题：{statement}',
  'container {name:name}: {change}': '容器 {name}：{change}',
  'init container {name:name}: {change}': 'init 容器 {name}：{change}',
  '{plain:name} got {come:value} and lost {gone:value}': '{plain} 新增 {come}，去掉 {gone}',
  '{duration} after {revision} was rolled out': '{revision} 发布之后 {duration}',
  'the errors of {name:name} rose from {from} to {to} at {clockTime}':
    '{name} 的错误在 {clockTime} 从 {from} 升至 {to}',
  'the refusals (4xx) of {name:name} rose from {from} to {to} at {clockTime}':
    '{name} 的拒绝（4xx）在 {clockTime} 从 {from} 升至 {to}',
  'the good answers of {name:name} fell from {from} to {to} at {clockTime}':
    '{name} 的正常应答在 {clockTime} 从 {from} 降至 {to}',
  'Free disk space fell from {bytes} to {bytes2} ({percent} of {size}).':
    '可用磁盘空间从 {bytes} 降至 {bytes2}（{size} 的 {percent}）。',
  'Free disk space stands at {bytes} ({percent} of {size}).': '可用磁盘空间为 {bytes}（{size} 的 {percent}）。',
  'This is why room runs out: {sentence}': '这就是空间耗尽的原因：{sentence}',
  'It was created at {time} ({ago}).': '它创建于 {time}（{ago}）。',
  'It was changed at {time} ({ago}).': '它修改于 {time}（{ago}）。',
  'Its statement is “{query}”': '其语句是 “{query}”',
  'Its last statement is “{query}”': '其最后一条语句是 “{query}”',
  'Why: “{line}”': '原因：“{line}”',
  'containers with unready status: {names:said}': '未就绪的容器：{names}',
  '{container:name}: {waiting:reason}, {ended:reason}, exit code {code:number}':
    '{container}：{waiting}，{ended}，退出码 {code}',
  '{container:name}: {ended:reason}, exit code {code:number}': '{container}：{ended}，退出码 {code}',
  '{count:number} of {application:title} at {address:figure}': '{application}（{address}）{count} 个',
  '{count:number} idle': '{count} 个空闲',
  '{kind:object} {name:name} was written at {clockTime} by {by:name}': '{kind} {name} 由 {by} 写入于 {clockTime}',
  '{kind:object} {name:name} was written at {clockTime} by {by:name} ({held:said})':
    '{kind} {name} 由 {by} 写入于 {clockTime}（{held}）',
  'The API server says: "{words}"': 'API 服务器称："{words}"。',
  'The scheduler says: "{words}"': '调度器称："{words}"。',
  'is idle in transaction': '在事务中空闲',
  'is active': '处于活动状态',
  'is idle': '空闲',
  '{mode:reason} on {relation:name}': '{relation} 上的 {mode}',
  'slot {name:name}': '复制槽 {name}',
} as const
