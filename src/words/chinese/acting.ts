/** What became of an action, in the words of the plugins that act: done, not done and why, or not to be known. */
export const acting = {
  '{plugin:tools}: done.': '{plugin}：已完成。',
  '{plugin:tools}: failed.': '{plugin}：失败。',
  '{plugin:tools}: skipped.': '{plugin}：已跳过。',
  '{plugin:tools}: refused.': '{plugin}：已拒绝。',
  '{plugin:tools}: unknown.': '{plugin}：不确定是否已完成。',
  'Nothing was changed: {object:value}: {why}': '未做任何变更：{object}：{why}',
  '{plugin:name} was carried out after all, by an instance that had lost this run meanwhile: {message}':
    '{plugin} 终究已由失去此运行的实例执行：{message}',
  '{plugin:name} was begun after all, by an instance that had lost this run meanwhile: {message}':
    '{plugin} 终究已由失去此运行的实例开始执行：{message}',
  'The call was cancelled.': '调用已取消。',
  'The call took longer than {seconds:number} seconds and was ended.': '调用超过 {seconds} 秒，已被终止。',
  'Policy gave no permit for exactly this call, so nothing was run.': '策略没有许可这一次调用，因此未执行任何操作。',
  'There is no plugin {plugin:name}.': '没有插件 {plugin}。',
  '{plugin:name} changes systems and cannot be called to diagnose.': '{plugin} 会变更系统，不能用于诊断。',
  '{plugin:name} changes nothing and needs no permit; call it to diagnose.':
    '{plugin} 不做任何变更，无需许可；请用于诊断。',
  'There is no deployment {name:name} in namespace {namespace:name}.':
    '命名空间 {namespace} 中没有 Deployment {name}。',
  'Deployment {name:name} is being deleted.': 'Deployment {name} 正在删除。',
  'Deployment {name:name} has {count:number} replicas already.': 'Deployment {name} 已有 {count} 个副本。',
  'Autoscaler {name:name} keeps it between {least:number} and {most:number} replicas and would undo {count:number} within seconds.':
    '自动伸缩器 {name} 将其保持在 {least} 到 {most} 个副本之间，{count} 会在数秒内被撤销。',
  'Deployment {name:name} is paused: resume it before a rollback.': 'Deployment {name} 已暂停：回滚前请先恢复。',
  'Revision {revision:number} of {name:name} does not differ from what runs.':
    '{name} 的版本 {revision} 与正在运行的没有差别。',
  'Revision {revision:number} of {name:name} is the current one.': '{name} 的版本 {revision} 就是当前版本。',
  'Deployment {name:name} has no revision {revision:number}; there are {numbers:said}.':
    'Deployment {name} 没有版本 {revision}；现有 {numbers}。',
  '{name:name}: back to the template of revision {revision}; it becomes the newest revision.':
    '{name}：恢复为版本 {revision} 的模板，并成为最新版本。',
  '{name:name}: back to the template of revision {revision} (dry run, nothing changed).':
    '{name}：恢复为版本 {revision} 的模板（试运行，未变更）。',
  'revision {revision} of {name:name} is no longer there': '{name} 的版本 {revision} 已不存在',
  '{to:value}, until autoscaler {name:name} decides again': '{to}，直到自动伸缩器 {name} 再次决定',
  '(absent)': '（无）',
  revision: '版本',
  pod: 'Pod',
  'template of {revision}': '版本 {revision} 的模板',
  'There is no node {name:name}.': '没有节点 {name}。',
  'Node {name:name} is open to new pods already.': '节点 {name} 已在接收新 Pod。',
  'Node {name:name} is closed to new pods already.': '节点 {name} 已不接收新 Pod。',
  '{name:name} takes new pods.': '{name} 接收新 Pod。',
  '{name:name} takes no new pods.': '{name} 不接收新 Pod。',
  '{name:name} takes new pods (dry run, nothing changed).': '{name} 接收新 Pod（试运行，未变更）。',
  '{name:name} takes no new pods (dry run, nothing changed).': '{name} 不接收新 Pod（试运行，未变更）。',
  'Node {name:name} is open to new pods.': '节点 {name} 接收新 Pod。',
  'Node {name:name} is closed to new pods.': '节点 {name} 不接收新 Pod。',
  'Node {name:name} is not open to new pods.': '节点 {name} 未接收新 Pod。',
  'Node {name:name} is not closed to new pods.': '节点 {name} 仍在接收新 Pod。',
  'Node {name:name} is gone.': '节点 {name} 已不存在。',
  'Node {name:name} was made anew: this is not the one that was changed.':
    '节点 {name} 已被重新创建：这不是当时变更的那一个。',
  'spec.unschedulable of node {name:name}, version {version:value}':
    '节点 {name} 的 spec.unschedulable，版本 {version}',
  'Had it not worked: spec.unschedulable still {value:name}, or no such node.':
    '若无效：spec.unschedulable 仍为 {value}，或没有该节点。',
  'There is no pod {name:name} in namespace {namespace:name}.': '命名空间 {namespace} 中没有 Pod {name}。',
  'Pod {name:name} cannot be restarted: {why}.': 'Pod {name} 不能重启：{why}。',
  'nothing owns it, so nothing would make a new one': '它没有所有者，删除后不会重建',
  'it has been terminating since {at:time}': '它自 {at} 起正在终止',
  "it has ended ({reason:value}), and a new start is its owner's business":
    '它已结束（{reason}），是否重启由其所有者决定',
  'its node {name:name} is not ready, and a pod there does not end until the node is back':
    '其节点 {name} 未就绪，节点恢复之前那里的 Pod 无法终止',
  '{name:name}, since {at:time}': '{name}，始于 {at}',
  'a new pod of {owner:value}': '{owner} 的新 Pod',
  'could not be read ({why:said})': '无法读取（{why}）',
  'allows no disruption now': '目前不允许中断',
  'not asked: a deletion goes past it': '不予询问：删除不受其约束',
  'not asked: a deletion goes past it, if there is one': '如果存在则不予询问：删除不受其约束',
  'not asked: a deletion goes past it, and one pod fewer than it wants is there until the new one is ready':
    '不予询问：删除不受其约束，新 Pod 就绪之前会比其要求少一个 Pod',
  'The server would delete pod {name:name}.': '服务器将会删除 Pod {name}。',
  'Pod {name:name} was deleted; no new one appeared within {seconds:number} s.':
    'Pod {name} 已删除；{seconds} 秒内没有出现新的 Pod。',
  'Pod {name:name} was deleted; {next:name} has taken its place and is ready.':
    'Pod {name} 已删除；{next} 已取而代之并就绪。',
  'Pod {name:name} was deleted; {next:name} was not ready within {seconds:number} s.':
    'Pod {name} 已删除；{next} 在 {seconds} 秒内没有就绪。',
  'evicted pods': '被驱逐的 Pod',
  'There is no evicted pod of node {node:name} in namespace {namespace:name}.':
    '命名空间 {namespace} 中没有从节点 {node} 被驱逐的 Pod。',
  'There is no evicted pod of {owner:name} in namespace {namespace:name}.':
    '命名空间 {namespace} 中没有属于 {owner} 的被驱逐的 Pod。',
  'There is no evicted pod of node {node:name} of {owner:name} in namespace {namespace:name}.':
    '命名空间 {namespace} 中没有属于 {owner}、从节点 {node} 被驱逐的 Pod。',
  'none of the evicted pods of the plan is there any more': '方案中被驱逐的 Pod 都已不在',
  '{count:number} evicted pod deleted.': '已删除 {count} 个被驱逐的 Pod。',
  '{count:number} evicted pods deleted.': '已删除 {count} 个被驱逐的 Pod。',
  '{count:number} evicted pod deleted; {gone:number} of the plan was gone.':
    '已删除 {count} 个被驱逐的 Pod；方案中另有 {gone} 个已不在。',
  '{count:number} evicted pods deleted; {gone:number} of the plan was gone.':
    '已删除 {count} 个被驱逐的 Pod；方案中另有 {gone} 个已不在。',
  '{count:number} evicted pod deleted; {gone:number} of the plan were gone.':
    '已删除 {count} 个被驱逐的 Pod；方案中另有 {gone} 个已不在。',
  '{count:number} evicted pods deleted; {gone:number} of the plan were gone.':
    '已删除 {count} 个被驱逐的 Pod；方案中另有 {gone} 个已不在。',
  '{count:number} evicted pod would be deleted (dry run, nothing changed).':
    '将删除 {count} 个被驱逐的 Pod（试运行，未变更）。',
  '{count:number} evicted pods would be deleted (dry run, nothing changed).':
    '将删除 {count} 个被驱逐的 Pod（试运行，未变更）。',
  '{count:number} could not be deleted: {names:said}': '{count} 个无法删除：{names}',
  'The evicted pod of the plan is gone': '方案中被驱逐的 Pod 已不在',
  'All {count:number} evicted pods of the plan are gone': '方案中被驱逐的 {count} 个 Pod 都已不在',
  'Pod {pod:name} is gone or ending, as after a release, an eviction or the loss of its node.':
    'Pod {pod} 已消失或正在终止，与发布、驱逐或节点丢失后的情形相同。',
  "{gone:number} of {count:number} evicted pods are gone, as after the cluster's own sweep.":
    '{count} 个被驱逐的 Pod 中已有 {gone} 个消失，与集群自行清理后的情形相同。',
  "{gone:number} of {count:number} evicted pod are gone, as after the cluster's own sweep.":
    '{count} 个被驱逐的 Pod 中已有 {gone} 个消失，与集群自行清理后的情形相同。',
  '{count:number} evicted pod of the plan is still there: {names:said}': '方案中仍有 {count} 个被驱逐的 Pod：{names}',
  '{count:number} evicted pods of the plan are still there: {names:said}': '方案中仍有 {count} 个被驱逐的 Pod：{names}',
  '{gone}, but what evicted them goes on: {pressed:said}.': '{gone}，但驱逐它们的原因仍在：{pressed}。',
  'all of them gone': '都已不在',
  '{count:number} of them left': '剩余 {count} 个',
  '{count:number} evicted pod': '{count} 个被驱逐的 Pod',
  '{count:number} evicted pods': '{count} 个被驱逐的 Pod',
  'node {name:name} is under {pressure:name}': '节点 {name} 处于 {pressure}',
  'the uid of the pod of the plan, looked for among all evicted pods of namespace {namespace:name}, and the conditions of the nodes that evicted them':
    '方案中该 Pod 的 uid，在命名空间 {namespace} 所有被驱逐的 Pod 中查找，以及驱逐它们的节点的状况',
  'the uids of the {count:number} pods of the plan, looked for among all evicted pods of namespace {namespace:name}, and the conditions of the nodes that evicted them':
    '方案中 {count} 个 Pod 的 uid，在命名空间 {namespace} 所有被驱逐的 Pod 中查找，以及驱逐它们的节点的状况',
  'Had it not worked: one of these uids still listed, or a node of theirs still under pressure.':
    '若无效：其中仍有 uid 被列出，或其节点仍有压力。',
  'There is no session with pid {pid:number}; it may have ended already.': '没有 pid 为 {pid} 的会话；可能已经结束。',
  'Nobody waits for session {pid:number}; for a runaway query use terminate_query.':
    '没有会话等待 {pid}；失控的查询请用 terminate_query。',
  'There is no table {table:said} in {database:name}.': '{database} 中没有表 {table}。',
  '{table:said} could be any of {names:said}; give the schema too.':
    '{table} 可能是 {names} 中的任何一个；请同时给出模式。',
  'The command holds a line end or a character that does not print.': '命令含有换行或不可见字符。',
  'A quote is not closed.': '引号没有闭合。',
  'The command is empty.': '命令为空。',
  '"{character}" means something to a shell, and no shell runs here: one program with its arguments only.':
    '“{character}”对 shell 有特殊含义，而这里不运行 shell：只运行一个程序及其参数。',
  'Single quotes keep it literal.': '用单引号可保持原样。',
  'The program must be given by its absolute path.': '程序必须以绝对路径给出。',
  'Would run {argv:said}.': '将会运行 {argv}。',
  'Would run {plugin:name} with {parameters:said}.': '将会以 {parameters} 运行 {plugin}。',
  'A custom plugin says nothing about undoing.': '自定义插件没有说明如何回滚。',
  'runs on {host:name} as {user:name}': '在 {host} 上以 {user} 运行',
  'The plan does not say which command it saw.': '方案没有说明所看到的是哪个命令。',
  'The plan was made for the machine {then:name}, and this is {now:name}.':
    '方案是为机器 {then} 制定的，而这里是 {now}。',
  'The plan was made for the user {then:name}, and this is {now:name}.': '方案是为用户 {then} 制定的，而这里是 {now}。',
  '{path:name} is no longer the program of the plan: its file or content was exchanged.':
    '{path} 已不是方案中的程序：其文件或内容已被替换。',
  '{why} Nothing was run.': '{why}未执行任何操作。',
  'The command took longer than {seconds:number} seconds and was ended.': '命令超过 {seconds} 秒，已被终止。',
  'The command ended with {code:number}.': '命令以 {code} 结束。',
  'there is no approval of this plan': '此方案没有确认记录',
  'the stored plan is not the one its digest stands for': '所存储的方案与其摘要不符',
  'the stored approval does not bear our seal': '所存储的确认没有我们的封印',
} as const
