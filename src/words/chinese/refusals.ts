/** Why something is not done: the word of policy, of a decision that came too late, of a gathering that cannot be. */
export const refusals = {
  'Only a run that was given up can be tried again.': '只有已放弃的运行可以重试。',
  'Its incident has moved on since; there is nothing left to try.': '其事件已有进展；没有可重试的内容。',
  'A later run has taken its place.': '已有更晚的运行取而代之。',
  'Its plan is not in force any more.': '其方案已不再有效。',
  'Its plan was confirmed too long ago to be carried out now: have the incident diagnosed again.':
    '其方案的确认时间过早，现在不能执行：请重新诊断该事件。',
  'Firebreak is held and carries nothing out; an admin must release it first (firebreak release).':
    'Firebreak 处于暂停状态，不执行任何操作；须先由管理员放行（firebreak release）。',
  '{id:incident} is part of {leader:incident}; decide there, or set it free first.':
    '{id} 已归并到 {leader}；请在该事件上决策，或先解除归并。',
  'An incident that is {status:status} cannot be answered with {word:name}.':
    '状态为 {status} 的事件不能用 {word} 答复。',
  '{by:value} answered with {word:name} at {at:time}.': '{by} 已于 {at} 以 {word} 答复。',
  'The time to confirm this plan is over.': '确认此方案的时限已过。',
  'This is not the plan that waits now; look at the current one before you decide.':
    '当前等待的不是此方案；决策前请先查看最新的方案。',
  'There is, or has been, more than one plan; decide on one that is shown now.':
    '现有或曾有多个方案；请就当前显示的方案作出决策。',
  'REMEDIATION_ENABLED is false: nothing may be changed now.': 'REMEDIATION_ENABLED 为 false：现在不允许任何变更。',
  '{plugin:name} is taken out of use by DISABLED_PLUGINS.': '{plugin} 已被 DISABLED_PLUGINS 停用。',
  '{kind:name} {name:name} is in namespace {namespace:name}; ALLOWED_NAMESPACES lists {allowed:said}.':
    '{kind} {name} 位于命名空间 {namespace}；ALLOWED_NAMESPACES 只列出 {allowed}。',
  'The command contains "{found}", which FORBIDDEN_VERBS forbids.': '命令包含“{found}”，被 FORBIDDEN_VERBS 禁止。',
  '{count:number} actions ran in the last hour; HOURLY_QUOTA is {quota:number}.':
    '最近一小时已执行 {count} 个操作；HOURLY_QUOTA 为 {quota}。',
  'The alert names nothing that runs here, and nothing ties it to what was found: whether the two belong together is for a person to say.':
    '告警没有提到这里运行的任何对象，也没有任何依据将其与所发现的问题联系起来：两者是否有关，须由人判断。',
  'The replica counts are not whole numbers.': '副本数不是整数。',
  'MAX_REPLICA_CHANGE allows {percent:number} %.': 'MAX_REPLICA_CHANGE 允许 {percent} %。',
  '{from:number} → {to:number} changes the count by {change}; {bound}': '{from} → {to} 使副本数变化 {change}；{bound}',
  '{from:number} → {to:number} within an hour changes the count by {change} in all; {bound}':
    '{from} → {to} 在一小时内使副本数共变化 {change}；{bound}',
  'Allowed now: {least:number} to {most:number}.': '当前允许：{least} 到 {most}。',
  'No other count is allowed now.': '当前不允许其他副本数。',
  '0 → {to:number}: from zero at most {most:number} is allowed{seen}.': '0 → {to}：从零起最多允许 {most}{seen}。',
  ', the last count seen': '，即最近一次看到的副本数',
  'more than any ratio': '超过任何比例',
  '{id:incident} cannot be part of itself.': '{id} 不能归并到自身。',
  '{leader:incident} is part of {id:incident}; set it free first.': '{leader} 已归并到 {id}；请先解除归并。',
  '{leader:incident} is itself part of {other:incident}; attach {id:incident} to that one.':
    '{leader} 自身已归并到 {other}；请将 {id} 归并到后者。',
  '{id:incident} is part of {leader:incident} already.': '{id} 已归并到 {leader}。',
  '{leader:incident} is {status:status}; nothing can become part of it.':
    '{leader} 的状态为 {status}；不能再归并其他事件。',
  '{id:incident} is {status:status} and cannot become part of another incident.':
    '{id} 的状态为 {status}，不能归并到其他事件。',
  '{id:incident} is not part of another incident.': '{id} 未归并到其他事件。',
  '{id:incident} is {status:status} and stays with {leader:incident}.': '{id} 的状态为 {status}，仍归并于 {leader}。',
  'came and went {times:number} times in {span}, on average every {every}':
    '在 {span}内反复 {times} 次，平均每 {every}一次',
  '{count:number} second': '{count} 秒',
  '{count:number} seconds': '{count} 秒',
  '{count:number} minute': '{count} 分钟',
  '{count:number} minutes': '{count} 分钟',
  '{count:number} hour': '{count} 小时',
  '{count:number} hours': '{count} 小时',
  '{count:number} day': '{count} 天',
  '{count:number} days': '{count} 天',
} as const
