/** How findings become one answer: what is said first, what ties them, why nothing is done. */
export const conclusion = {
  '{name}: this rule failed on what was seen ({message:said}).': '{name}：此规则在所见内容上失败（{message}）。',
  'What was seen before the interruption is too old to speak of the present: everything is asked again, and the diagnosis rests on calls from C{value} on.':
    '中断之前所看到的内容已过旧，不能说明现状：全部重新查询，诊断依据 C{value} 起的调用。',
  'No automatic step is safe here.': '这里没有安全的自动步骤。',
  'The alert comes from cluster {foreignCluster}, which Firebreak is not connected to; what follows was seen in another one.':
    '告警来自集群 {foreignCluster}，Firebreak 没有连接到它；以下内容是在另一个集群中看到的。',
  'Behind this': '其背后',
  'Together with this': '与此同时',
  'Independently of this': '与此无关的另一问题',
  'Also failing, not tied to this alert': '另有故障，与此告警无关联',
  'No cause was found: of what was asked ({asked}) nothing answered.': '没有找到根因：所查询的（{asked}）都没有应答。',
  'No cause was found: nothing could be looked at.': '没有找到根因：没有任何内容可以查看。',
  'No cause was found in what could be seen.': '在可见的内容中没有找到根因。',
  'No cause was found in what could be seen ({looked}).': '在可见的内容（{looked}）中没有找到根因。',
  'Without a cause nothing should be changed.': '没有根因，不应做任何变更。',
  'Standard procedure for the known issue “{issue}”: {steps:said}': '已知问题“{issue}”的标准处理：{steps}',
  'on call: {oncall}': '值班：{oncall}',
  'Call on those who look after {name}: {people}.': '联系负责 {name} 的人：{people}。',
  'Call on those who look after {name}: {team:title}.': '联系负责 {name} 的人：{team}。',
  'Not answered yet.': '尚无答复。',
  'Seen beside the alert, and not known to be its cause: {statement}': '在告警旁边看到，不确定是否为根因：{statement}',
  'What was seen beside the alert is not known to have to do with it.': '在告警旁边看到的内容不确定与其有关。',
  'revision {revision}{part}': '版本 {revision}{part}',
  '(image {images})': '（镜像 {images}）',
  'No log of {caller} names {name}, but it is unwell beside it, so the errors of {caller2} probably come from there.':
    '{caller} 的日志没有提到 {name}，但它在旁边状态异常，因此 {caller2} 的错误很可能由它引起。',
  'Nothing shows that {caller} depends on {name}, so nothing is changed there.':
    '没有迹象表明 {caller} 依赖 {name}，因此不在那里做变更。',
  'The alert names neither {name} nor its namespace, so nothing is done for it.':
    '告警既没有点名 {name}，也没有点名其命名空间，因此不对它做任何操作。',
  'The alert speaks of {namespace} and names nobody there; nothing ties {name} to it, so nothing is done for {name2}.':
    '告警提到 {namespace}，但没有点名其中任何对象；没有任何内容把 {name} 与它联系起来，因此不对 {name2} 做任何操作。',
  'It does not explain what the alert complains of.': '它不能解释告警所指的问题。',
  'What was seen of {name} does not explain the alert, so nothing is changed for it.':
    '在 {name} 上看到的内容不能解释告警，因此不为它做变更。',
  'The alert does not speak of database {database}, and nothing that was seen ties the two.':
    '告警没有提到数据库 {database}，所看到的内容也没有把两者联系起来。',
  'Nothing ties database {database} to the alert, so nothing is changed there.':
    '没有任何内容把数据库 {database} 与告警联系起来，因此不在那里做变更。',
  'The alert speaks of database {unknownName}, which is none of those looked after; this was seen in {database}.':
    '告警提到数据库 {unknownName}，它不在所管理之列；以下是在 {database} 中看到的。',
  'Database {unknownName} is none of those looked after, and nothing is changed in another one.':
    '数据库 {unknownName} 不在所管理之列，不会在另一个数据库中做变更。',
  'The alert speaks of {maker}, and this was seen in {database}, a PostgreSQL.':
    '告警提到 {maker}，而以上是在 {database} 中看到的，它是 PostgreSQL。',
  'The alert speaks of {maker}, so nothing is changed in a PostgreSQL.':
    '告警提到 {maker}，因此不在 PostgreSQL 中做变更。',
  'The alert speaks of {other}, and nothing says that this is the server of database {database}, where this was seen.':
    '告警提到 {other}，没有任何信息表明它就是看到这些内容的数据库 {database} 的服务器。',
  'Nothing says that {other} is the server of database {database}, so nothing is changed there.':
    '没有任何信息表明 {other} 是数据库 {database} 的服务器，因此不在那里做变更。',
  'The database looked at is {database}{where}.': '所查看的数据库是 {database}{where}。',
  'on {host}': '（位于 {host}）',
  '{alertName} works as designed: it fires all the time{part} to show that alerting itself is alive.':
    '{alertName} 按设计工作：它一直触发{part}，以表明告警系统本身在运行。',
  'Nothing is wrong and no action is needed.': '没有异常，无需操作。',
  '(severity {severityWord})': '（级别 {severityWord}）',
  'A heartbeat needs no remedy.': '心跳无需处置。',
  'Route this alert to a dead man’s switch instead of a person.':
    '把此告警路由到失联检测（dead man’s switch），而不是发给人。',
  '{part} is no step that can be proposed.': '{part}不是可以提议的步骤。',
  'an action without a plugin': '没有插件的操作',
  'its parameters do not fit: {error:said}.': '其参数不符：{error}。',
  'a person named it': '有人点名了它',
  'the alert names it': '告警点名了它',
  'a label of the alert names it': '告警的标签点名了它',
  'the environment context names it': '环境信息点名了它',
  'the alert is about it': '告警就是关于它的',
  'it runs where the alert names no other': '它运行在告警没有点名其他对象的地方',
  'the environment context ties it to {name}': '环境信息把它与 {name} 联系起来',
  '{name} is configured to call it': '{name} 被配置为调用它',
  'it is configured to call {name}': '它被配置为调用 {name}',
  'it was released beside it right before the alert': '它在告警之前与其一同发布',
  'it came to the same node right before the alert': '它在告警之前来到同一节点',
  '{name} runs on it': '{name} 运行在其上',
  'it runs on node {node}': '它运行在节点 {node} 上',
  'it has sessions in {database}': '它在 {database} 中有会话',
  'the analysis found: {statement}': '分析发现：{statement}',
  '"{sign}" in {call}': '{call} 中的 "{sign}"',
  'the known problem "{title}" shows all its signs ({signs}): {quote:said}':
    '已知问题 "{title}" 的迹象全部出现（{signs}）：{quote}',
  'its title or tags name the alert {alertName}': '其标题或标签提到告警 {alertName}',
  'it names the alert {alertName}': '它提到告警 {alertName}',
  'its title or tags name {inHead}': '其标题或标签提到 {inHead}',
  'it names {inText}': '它提到 {inText}',
  'it is about what was found: {topic}': '它涉及所发现的内容：{topic}',
  'the alert says what its title says: {words:said}': '告警与其标题所说一致：{words}',
  'it says what the alert says: {words}': '其内容提到告警中的词：{words}',
  'the alert says its tag {tag}': '告警提到其标签 {tag}',
  'A person said: {comment:said}': '有人说：{comment}',
  'It was {status}.': '其状态为 {status}。',
  'The plan was carried out and verified.': '方案已执行并通过验证。',
  'The alert cleared by itself.': '告警自行恢复。',
  'A person closed it.': '由人关闭。',
  'It had recovered by itself.': '它已自行恢复。',
  'It works as designed.': '它按设计工作。',
  'A person ignored it.': '由人忽略。',
  'database {value}': '数据库 {value}',
  'claim {within}': '存储声明 {within}',
  'node {node}': '节点 {node}',
  'table {table}': '表 {table}',
  'The alert names cluster {uncomparedCluster}, and nobody told Firebreak what its own cluster is called, so the two could not be compared; the alert counts as one of its own.':
    '告警提到集群 {uncomparedCluster}，而没有人告诉 Firebreak 它自己的集群叫什么，因此无法比较；该告警按自己集群的处理。',
  'Set CLUSTER_NAME, or infrastructure.cluster in the environment context.':
    '请设置 CLUSTER_NAME，或环境信息中的 infrastructure.cluster。',
  'A person asked to look again; nothing that runs here or is told of in the environment context bears a name that the note says.':
    '有人要求重新查看；这里运行的或环境信息提到的对象中，没有一个名称出现在备注里。',
  'A person asked to look again, so these were looked at too: {named}.': '有人要求重新查看，因此也查看了：{named}。',
  'the note names it': '备注点名了它',
  'the note says "{word}"': '备注提到 "{word}"',
  'the note speaks of {relative}': '备注提到 {relative}',
  'the environment context says of it what the note speaks of: {shared}': '环境信息对它的说明与备注所说一致：{shared}',
  'Memory is not the reason, against what the alert says: container {name} ended with {reason}, exit code {exitCode}{part}.':
    '内存不是原因，与告警所说不符：容器 {name} 以 {reason} 结束，退出码 {exitCode}{part}。',
  'an error': '错误',
  ', and uses {value} % of its limit': '，且只使用其上限的 {value} %',
  'Database {database} answers: {sessions} of {value} connections are taken.':
    '数据库 {database} 有应答：{value} 个连接中已占用 {sessions} 个。',
  '{kind} {name}, a database, has all its pods ready, and none restarted.':
    '数据库 {kind} {name} 的 Pod 均已就绪，且没有重启。',
  'The {part} Ready and short of nothing.': '{part}就绪，资源不缺。',
  'node it runs on, {name}, is': '它所在的节点 {name}',
  '{nodes} nodes it runs on are': '它所在的 {nodes} 个节点均',
  'alert title': '告警标题',
  'alert message': '告警消息',
  'alert annotation {name}': '告警注解 {name}',
  'alert label {name}': '告警标签 {name}',
} as const
