/** What the chat is answered: an incident in sentences, the day so far, silences, and how to ask. */
export const chat = {
  '{id:incident} ({severity:severity}, {status:status}), opened {time}: {title:said}':
    '{id}（{severity}，{status}），新建于 {time}：{title}',
  'There is no diagnosis yet.': '尚无诊断。',
  'Conclusion by analysis, {percent:number} % sure: {conclusion}': '结论（内置分析，置信度 {percent} %）：{conclusion}',
  'Conclusion by analysis, {percent:number} % sure: {conclusion:said}':
    '结论（内置分析，置信度 {percent} %）：{conclusion}',
  'Conclusion by model, {percent:number} % sure: {conclusion}': '结论（大模型，置信度 {percent} %）：{conclusion}',
  'Conclusion by model, {percent:number} % sure: {conclusion:said}': '结论（大模型，置信度 {percent} %）：{conclusion}',
  '(seen in {plugins:tools})': '（见 {plugins}）',
  '{text} (seen in {plugins:tools})': '{text}（见 {plugins}）',
  '{text:said} (seen in {plugins:tools})': '{text}（见 {plugins}）',
  'There is no plan.': '没有方案。',
  'The plan, risk {level:severity}:': '方案（风险{level}）：',
  'The plan, risk {level:severity}: It waits for a decision until {time}.': '方案（风险{level}，等待决策至 {time}）：',
  'Way back: {way}': '回滚方式：{way}',
  'Way back: {way:said}': '回滚方式：{way}',
  'Or instead of it:': '或者改为：',
  'Nobody has decided yet.': '尚无人决策。',
  'Decision: {decision:decision} by {by:value} at {time}': '决策：{decision}，由 {by} 于 {time} 作出',
  'Decision: {decision:decision} by {by:value} at {time}: {comment:said}':
    '决策：{decision}，由 {by} 于 {time} 作出：{comment}',
  'Outcome: {outcome}': '结果：{outcome}',
  'Outcome: {outcome:said}': '结果：{outcome}',
  '({count:number} earlier)': '（此前还有 {count} 条）',

  '{open:number} incident open, {waiting:number} waiting for a decision.': '{open} 个未关闭事件，{waiting} 个待决策。',
  '{open:number} incidents open, {waiting:number} waiting for a decision.': '{open} 个未关闭事件，{waiting} 个待决策。',
  'Today (UTC): {opened:number} opened; none has come to an end yet.': '今天（UTC）：新建 {opened} 个；尚无一个结束。',
  'Today (UTC): {opened:number} opened; {rate:number} % of {ended:number} were resolved.':
    '今天（UTC）：新建 {opened} 个；已结束的 {ended} 个中 {rate} % 已解决。',
  '{id:incident} ({severity:severity}) waits: {title:said}': '{id}（{severity}）待决策：{title}',
  '{count:number} plugins.': '{count} 个插件。',
  'To look with: {names:said}.': '用于查看：{names}。',
  'To act, each time only once somebody has confirmed it: {names:said}.':
    '用于处置，每次都须有人确认后才执行：{names}。',
  'Disabled: {names:said}.': '已停用：{names}。',

  'No silence holds, and none will.': '没有生效或将要生效的静默。',
  '{total:number} silence holds or will:': '{total} 个静默生效或将要生效：',
  '{total:number} silences hold or will:': '{total} 个静默生效或将要生效：',
  '{name:name}: until {time}, {matchers:said} ({comment:said}, by {by:value}); {count:number} notifications held back':
    '{name}：至 {time}，{matchers}（{comment}，由 {by} 创建）；已拦下 {count} 次通知',
  '{name:name}: until {time}, {matchers:said} ({comment:said}, by {by:value} in the alert manager); {count:number} notifications held back':
    '{name}：至 {time}，{matchers}（{comment}，由 {by} 在 Alertmanager 创建）；已拦下 {count} 次通知',
  '{name:name}: from {time} until {time2}, {matchers:said} ({comment:said}, by {by:value}); {count:number} notifications held back':
    '{name}：{time} 至 {time2}，{matchers}（{comment}，由 {by} 创建）；已拦下 {count} 次通知',
  '{name:name}: from {time} until {time2}, {matchers:said} ({comment:said}, by {by:value} in the alert manager); {count:number} notifications held back':
    '{name}：{time} 至 {time2}，{matchers}（{comment}，由 {by} 在 Alertmanager 创建）；已拦下 {count} 次通知',
  '… and {more:number} more, in the console.': '… 另有 {more} 个，见控制台。',
  'A silence holds back {matchers:said} until {time}.': '静默已创建：拦下 {matchers}，至 {time}。',
  '{matching:number} of the {lookedAt:number} alerts of today match.':
    '今天的 {lookedAt} 条告警中有 {matching} 条匹配。',
  'Take it back with /unsilence {name:name}': '如需撤销：/unsilence {name}',
  'Its alerts have no labels in common.': '其告警没有共同的标签。',
  'Name some: /silence for 2h alertname=DiskFull: why': '请写明标签：/silence for 2h alertname=DiskFull: 原因',
  'Silence what?': '要静默什么？',
  '/silence for 2h alertname=DiskFull: why – or say /silence in the thread of a card.':
    '/silence for 2h alertname=DiskFull: 原因 – 或在卡片的话题中发送 /silence。',
  'The pattern for {name:name} cannot be read: {problem:said}': '{name} 的表达式无法读取：{problem}',
  'Say why, after the labels: /silence for 2h alertname=DiskFull: new disks':
    '请在标签之后写明原因：/silence for 2h alertname=DiskFull: 更换磁盘',
  'This would hide every alert that came today, of whatever kind.': '这将隐藏今天的所有告警，不论种类。',
  'This would hide every alert, whatever it is about.': '这将隐藏所有告警，不论内容。',
  'If that is meant, say it again with the word everything: /silence everything …':
    '如果确实如此，请加上 everything 再发一次：/silence everything …',
  'Which one?': '哪一个？',
  'Say /unsilence with the name that /silences shows.': '请发送 /unsilence 加上 /silences 显示的名称。',
  'The alert manager keeps this silence; end it there.': '此静默由 Alertmanager 管理；请在那里结束。',
  'This silence is over already.': '此静默已经结束。',
  'The silence for {matchers:said} is over.': '对 {matchers} 的静默已结束。',
  'What still fires is heard now.': '仍在触发的告警现在起会被处理。',

  'Please ask in at most {count:number} characters.': '提问请不超过 {count} 个字符。',
  'Which incident?': '哪个事件？',
  'Name its id, or say this in the thread of its card.': '请写明编号，或在其卡片的话题中发送。',
  'Look at what?': '要诊断什么？',
  'Say it after /diag, or name an incident.': '请写在 /diag 之后，或写明一个事件。',
  'A silence holds such alerts back; see /silences.': '此类告警被静默拦下；见 /silences。',
  '{id:incident} is being looked at.': '正在诊断 {id}。',
  '{id:incident} is ignored.': '{id} 已忽略。',
  '{id:incident} is escalated; a person takes over.': '{id} 已升级，转由人工处理。',
  '{id:incident} is looked at again.': '正在重新诊断 {id}。',
  '{id:incident} is {status:status}; nobody needs to have it.': '{id} 的状态为{status}；无需有人认领。',
  'Nobody has {id:incident} in hand now.': '现在无人认领 {id}。',
  '{name:said} has {id:incident} in hand.': '{name} 已认领 {id}。',
  '{id:incident} is {status:status}; no plan waits for a decision.': '{id} 的状态为{status}；没有待决策的方案。',
  'Decide on its card in its own chat, or in the console.': '请在其所在聊天的卡片上或在控制台决策。',
  'No plan waits for a decision.': '没有待决策的方案。',
  '{total:number} plans wait.': '{total} 个方案待决策。',
  'asked to escalate': '要求升级',
  'asked to escalate {words:said}': '要求升级：{words}',
  '{id:incident} was silenced from the chat': '{id} 已从聊天中静默',
  'Only people may decide.': '只有人可以决策。',
  'Who sent the alert cannot decide on it.': '告警的发送者不能对其决策。',
  'You are not among those who may decide here (CHAT_APPROVER_IDS).': '你不在可以决策的名单中（CHAT_APPROVER_IDS）。',

  'I turn alerts into incidents, look for the cause, and propose a remedy.':
    '我把告警变成事件，查找根因，并提出处置方案。',
  'Nothing is changed before somebody confirms it on the card.': '有人在卡片上确认之前，不会变更任何东西。',
  '/status – what is going on, and how today went; /status INC-… – one incident':
    '/status – 目前和今天的情况；/status INC-… – 某个事件',
  '/diag <words> – look at something; /diag INC-… – look again': '/diag <描述> – 诊断某个问题；/diag INC-… – 重新诊断',
  '/ask [INC-…] <words> – ask about an incident: why not the cache, what changed on node-3':
    '/ask [INC-…] <问题> – 询问某个事件：为什么不是缓存，node-3 上有什么变更',
  '/run [INC-…] – show the plan that waits, with its buttons': '/run [INC-…] – 显示待决策的方案及其按钮',
  '/mine [INC-…] – say that you have an incident in hand': '/mine [INC-…] – 认领事件',
  '/assign [INC-…] <name> – say who has it; without a name nobody has':
    '/assign [INC-…] <姓名> – 指派给某人；不写姓名则取消认领',
  '/ignore [INC-…] [once | for an hour | until it clears | for these labels] [why] – close an incident as needing no work':
    '/ignore [INC-…] [范围] [原因] – 将事件作为无需处理关闭（范围：once | for an hour | until it clears | for these labels）',
  '/silence [INC-…] [for 2h] [alertname=DiskFull …][: why] – hold alerts back by labels, for an hour where nobody says; without labels those of the incident':
    '/silence [INC-…] [for 2h] [alertname=DiskFull …][: 原因] – 按标签拦下告警，未写时长则为一小时；未写标签则用事件的标签',
  '/silences – what is held back; /unsilence <name> – take one back':
    '/silences – 目前被拦下的；/unsilence <名称> – 撤销一个',
  '/escalate [INC-…] [why] – refuse the plan and hand the incident to a person':
    '/escalate [INC-…] [原因] – 驳回方案，将事件转人工处理',
  '/plugins – what I can look at and do': '/plugins – 我能查看和执行什么',
  '/help – this': '/help – 本说明',
  'In the thread of a card the id can be left out.': '在卡片的话题中可以省略编号。',
  'You may also ask about an incident in your own words: why, which plan, who decided, what happened.':
    '也可以用自己的话询问事件：为什么、什么方案、谁决策、发生了什么。',

  '{total:number} more incident at the same time': '同时还有 {total} 个事件',
  '{total:number} more incidents at the same time': '同时还有 {total} 个事件',
  '{id:incident} {severity:severity}, {status:status}: {title:said}': '{id} {severity}，{status}：{title}',
  '{count:number} being looked at': '{count} 个诊断中',
  '{count:number} waiting for a decision': '{count} 个待决策',
  '{count:number} being repaired': '{count} 个处置中',
  '{count:number} in need of a person': '{count} 个需要人工处理',
  '{count:number} closed': '{count} 个已关闭',
  'Each that waits for a decision gets a card of its own.': '每个待决策的事件都会有自己的卡片。',
  'and {count:number} more': '另有 {count} 个',
} as const
