/** Connections that are short, leak or wait. */
export const connections = {
  '{whoLeaks} holds {sessions} of {value} usable connections ({sessions2} are taken{part}): {forgotten} of them idle and unused for more than 5 minutes, the oldest for {lasting}.':
    '{whoLeaks} 占用 {value} 个可用连接中的 {sessions} 个（共已占用 {sessions2} 个{part}）：其中 {forgotten} 个空闲且超过 5 分钟未使用，最久的已 {lasting}。',
  "This is a connection leak in that client's pool, not load.": '这是该客户端连接池的连接泄漏，不是负载。',
  'Client address {address} is pod {namespace}/{name}.': '客户端地址 {address} 是 Pod {namespace}/{name}。',
  'The client could not be traced to a pod of this cluster.': '无法把该客户端追溯到此集群的 Pod。',
  'Find where the application borrows a connection and does not return it; give its pool a maximum and an idle timeout.':
    '查找应用在哪里借用连接而不归还；为其连接池设置上限和空闲超时。',
  'End the idle sessions of {address} by hand if room is needed at once.':
    '如果立刻需要空间，可手动终止 {address} 的空闲会话。',
  'Pod {namespace}/{name} ({name2}{address})': 'Pod {namespace}/{name}（{name2}{address}）',
  'Client {name}{address}': '客户端 {name}{address}',
  '{plural} at most {most} each.': '{plural}每个最多 {most} 个连接。',
  '{count:number} other client address holds': '{count} 个其他客户端地址',
  '{count:number} other client addresses hold': '{count} 个其他客户端地址',
  'Several pods share the address {podIP}, so it is not known which of them leaks.':
    '多个 Pod 共用地址 {podIP}，因此不知道是哪个在泄漏。',
  'Pod {name} is already being deleted.': 'Pod {name} 已在删除中。',
  'A fresh process gives back the {forgotten} connections this pod has forgotten; the leak itself stays in the program, so this is temporary.':
    '新进程会归还此 Pod 遗忘的 {forgotten} 个连接；泄漏本身仍在程序中，因此只是暂时缓解。',
  'The server refuses new connections, ours too: {error:said}': '服务器拒绝新连接，包括我们的：{error}',
  'Put a pooler (such as PgBouncer) before the server, or lower the sum of the pools’ maximum sizes below max_connections.':
    '在服务器前放置连接池（如 PgBouncer），或把各连接池上限之和降到 max_connections 以下。',
  'The exporter counts {now} of {max}.': 'exporter 统计为 {max} 中的 {now}。',
  '{value} wait for locks.': '{value} 个在等待锁。',
  '{sessions} of {value} usable connections are taken ({percent}): {states}.':
    '{value} 个可用连接中已占用 {sessions} 个（{percent}）：{states}。',
  'One client, {name:name}, holds most of them: {pools}.': '其中大部分由一个客户端 {name} 持有：{pools}。',
  'One client, {name}, holds most of them': '其中大部分由一个客户端 {name} 持有',
  'No single client holds them': '没有单个客户端持有大部分',
  '{application} {sessions} on {plural} (pools of {part} each)':
    '{application} {sessions} 个，来自 {plural}（每个连接池 {part}）',
  '{count:number} client address': '{count} 个客户端地址',
  '{count:number} client addresses': '{count} 个客户端地址',
  '{least:figure} to {most:figure}': '{least} 到 {most}',
  'Every new replica brings a pool of its own.': '每个新副本都会带来自己的连接池。',
  'Nothing shows that {name} was changed before the connections ran out, so there is nothing to return to, and its sessions would come back.':
    '没有迹象表明 {name} 在连接耗尽前有变更，因此没有可回退的版本，其会话也会再回来。',
  'The connections are spread over clients that use them, so ending any of them would only move the shortage.':
    '连接分散在正在使用它们的客户端上，终止任何一个都只会转移短缺。',
  'Who holds the connections could not be seen, so nobody can be chosen.': '看不到是谁持有连接，因此无法选定对象。',
  ', and between {lowest} and {highest} of {max} ({percent} to {percent2}) in the last hours':
    '，最近几小时在 {max} 个中占 {lowest} 到 {highest} 个（{percent} 到 {percent2}）',
  'Connections are within bounds: {sessions} sessions of {value} usable ({percent}) now{span}.':
    '连接数在正常范围内：现有 {sessions} 个会话，可用 {value} 个（{percent}）{span}。',
  'Nobody waits for a lock, no session idles in an old transaction, and no refused connection was seen.':
    '没有会话等待锁，没有会话在旧事务中空闲，也没有看到被拒绝的连接。',
  "The alert's threshold was crossed, nothing is wrong: this is normal use.":
    '告警阈值被越过，但没有异常：这是正常使用。',
  'Raise the threshold of this warning, or alert on refused connections and on more than 90 % use instead.':
    '调高此警告的阈值，或改为对连接被拒绝和使用率超过 90 % 告警。',
  'The server has room and nobody is hindered, so ending sessions would only do harm.':
    '服务器有余量，也没有人受阻，终止会话只会有害。',
  '({plural} of {speakerOf} since {clockTime}): “{line:said}”':
    '（{speakerOf} 自 {clockTime} 起有 {plural}）：“{line}”',
  '{count:number} line': '{count} 行',
  '{count:number} lines': '{count} 行',
  '{plural} now; {plural2} in use{size}.': '目前{plural}；{plural2}使用中{size}。',
  'since its {revision} was rolled out at {part} ({ago}): {changes}':
    '自其 {revision} 于 {part} 发布以来（{ago}）：{changes}',
  '{count:number} pod': '{count} 个 Pod',
  '{count:number} pods': '{count} 个 Pod',
  '{kind} {namespace}/{name} holds {sessions} of {usable} usable connections ({percent}; {plural}, role {roles}) {since}.':
    '{kind} {namespace}/{name} 占用 {usable} 个可用连接中的 {sessions} 个（{percent}；{plural}，角色 {roles}），{since}。',
} as const
