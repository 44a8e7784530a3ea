/** What the hands on clusters and machines say of their plans, deeds and doubts. */
export const cluster = {
  'Had it not worked: fewer pods available than wanted, pods of an older revision left over, or the condition {condition} of this generation.':
    '若无效：可用的 Pod 少于期望，或残留旧版本的 Pod，或本代出现状况 {condition}。',
  'The Deployment is gone.': '该 Deployment 已不存在。',
  'There is no {kind:reason} {name} in namespace {namespace}.': '命名空间 {namespace} 中没有 {kind} {name}。',
  'There is no {kind:reason} {name}.': '没有 {kind} {name}。',
  'The Deployment was made anew: this is not the one that was changed.':
    '该 Deployment 已被重新创建：这不是当时变更的那一个。',
  'the uid, which is {uid} now': 'uid，现为 {uid}',
  '{name:name} was changed again after the rollback: generation {generation} does not have the template of revision {revision}.':
    '{name} 在回滚之后又被变更：第 {generation} 代的模板不是版本 {revision} 的。',
  '{name:name} was changed again after the rollback: revision {revision} is no longer there.':
    '{name} 在回滚之后又被变更：版本 {revision} 已不存在。',
  'no such object': '没有该对象',
  '{available} of {wanted} available, {newest} of the newest revision':
    '{wanted} 个中 {available} 个可用，最新版本 {newest} 个',
  'spec, counts and conditions of generation {generation}; the controller has seen generation {seen}':
    '第 {generation} 代的规格、数量与状况；控制器已看到第 {seen} 代',
  '{name:name} has {count:number} replicas, not {wanted:number}: something else changed the count.':
    '{name} 有 {count} 个副本，而不是 {wanted} 个：副本数被其他因素改变。',
  'The controller has not taken up generation {generation} of {name} yet.':
    '控制器尚未处理 {name} 的第 {generation} 代。',
  'the status is still of generation {generation}': '状态仍属于第 {generation} 代',
  'The rollout of {name} is complete: {available} of {wanted} replicas are available.':
    '{name} 的发布已完成：{wanted} 个副本中 {available} 个可用。',
  'The rollout of {name} is under way: {counts}.': '{name} 的发布进行中：{counts}。',
  'The rollout of {name} is stuck, and fewer replicas are ready than before: {counts}.':
    '{name} 的发布受阻，就绪的副本比之前更少：{counts}。',
  'The rollout of {name} is stuck: {counts}.': '{name} 的发布受阻：{counts}。',
  'not recorded': '没有记录',
  '{ready:number} of {wanted:number} ready{revision}': '{wanted} 个中 {ready} 个就绪{revision}',
  ', revision {revision}': '，版本 {revision}',
  '{ready:number} of {wanted:number} pods of {owner} ready': '{owner} 的 {wanted} 个 Pod 中 {ready} 个就绪',
  'its owner': '其所有者',
  'the uid of pod {name}, the {count} pods that generation {generation} of {owner} wants, and the Ready condition of each that is neither ending nor over':
    'Pod {name} 的 uid，{owner} 第 {generation} 代期望的 {count} 个 Pod，以及其中未在终止也未结束的各 Pod 的 Ready 状况',
  'the uid of pod {name}, and the Ready condition of every pod of {owner} that is neither ending nor over':
    'Pod {name} 的 uid，以及 {owner} 所有未在终止也未结束的 Pod 的 Ready 状况',
  'Had it not worked: the pod with the same uid, fewer pods than the owner wants, or one of them that is not ready.':
    '若无效：uid 相同的 Pod 仍在，或 Pod 少于所有者的期望，或其中有未就绪的。',
  'Pod {name:name} is still there.': 'Pod {name} 仍在。',
  'Pod {name:name} was replaced; {counts}.': 'Pod {name} 已被替换；{counts}。',
  'Pod {name:name} is gone, and {owner:value} wants no pods any more.':
    'Pod {name} 已消失，且 {owner} 不再需要任何 Pod。',
  'Pod {name:name} is gone; {counts}.': 'Pod {name} 已消失；{counts}。',
  'Deployment {name:name} was not seen.': '没有看到 Deployment {name}。',
  'Autoscaler {name:name} decides the number of replicas and would undo a change by hand.':
    '副本数由自动伸缩器 {name} 决定，手动变更会被它撤销。',
  '{owner:value} makes deployment {name:name} and would undo a change by hand; ask there.':
    'Deployment {name} 由 {owner} 生成，手动变更会被撤销；请在那里处理。',
  '{count} replicas are out of bounds: at least 1 stays.': '{count} 个副本超出范围：至少保留 1 个。',
  'Somebody forbade to change {kind:name} {name:name} ({how:said}); only a person decides otherwise.':
    '有人禁止更改 {kind} {name}（{how}），只有人可以另作决定。',
  'Revision {revision} of {who:name} came out right before more was asked of {name:name}, while no more is asked of {who2:name} itself: more replicas of {name2:name} would only feed what that revision does.':
    '{who} 的版本 {revision} 发布后 {name} 的请求立即增多，而 {who2} 自身的请求并未增多：增加 {name2} 的副本只会助长该版本的行为。',
  '{name:name} has {placed} of the {count} pods it asks for: what keeps those away would keep more away too.':
    '{name} 要求 {count} 个 Pod，目前只有 {placed} 个：挡住其余 Pod 的原因也会挡住更多的 Pod。',
  '{name:name} was given {count} replicas and soon lost them again: somebody else decides their number and would undo a change by hand.':
    '{name} 曾被增加到 {count} 个副本，随即又被改回：副本数由别处决定，手工修改会被撤销。',
  '{who:name} scaled {name:name} to zero and decides how many there are; a change by hand would be undone.':
    '{who} 把 {name} 缩到了零，副本数由它决定，手动更改会被撤销。',
  '{kind:name} {name:name} was put away on purpose ({how:said}); only a person brings it back.':
    '{kind} {name} 是有意停用的（{how}）；只能由人恢复。',
  'Deployment {name:name} is paused and at zero; only a person brings it back.':
    'Deployment {name} 已暂停且副本数为零；只能由人恢复。',
  'The environment context says of {name}: "{words}"; only a person brings it back.':
    '环境信息对 {name} 的说明：“{words}”；只能由人恢复。',
  'No event shows when {name} was scaled to zero and from how many, so nobody knows whether that was meant.':
    '没有事件显示 {name} 何时、从多少副本缩到零，无从知道是否有意。',
  '{name:name} had {before} replicas before; at most {most} is allowed.':
    '{name} 之前有 {before} 个副本；最多允许 {most} 个。',
  'Pod {name:name} was not seen.': '没有看到 Pod {name}。',
  'Nothing owns pod {name:name}, so nothing would make a new one.': 'Pod {name} 没有所有者，删除后不会重建。',
  'Pod {name:name} belongs to a Job, which decides itself when to try again.':
    'Pod {name} 属于 Job，由 Job 自行决定何时重试。',
  'Pod {name:name} is being deleted already.': 'Pod {name} 已在删除中。',
  'Pod {name:name} does not run ({phase}).': 'Pod {name} 未在运行（{phase}）。',
  'Its node {name:name} is not ready, so a pod there does not end.': '其节点 {name} 未就绪，那里的 Pod 无法终止。',
  'Nothing that was quoted shows pod {name} at fault; a finding that names it, with its own record, would.':
    '所引用的内容没有说明 Pod {name} 有故障；需要有点名它并附其自身记录的发现。',
  'Only a person lets pods back on node {name:name}: nobody has said that what it was closed for is over.':
    '只能由人允许 Pod 重新调度到节点 {name}：没有人说过封锁它的原因已经结束。',
  'Node {name:name} takes new pods already.': '节点 {name} 已接收新 Pod。',
  'Node {name:name} is not well now.': '节点 {name} 目前不正常。',
  'Node {name:name} is closed by taint {taint} as well.': '节点 {name} 还被污点 {taint} 封锁。',
  'Node {name:name} was not seen.': '没有看到节点 {name}。',
  'Node {name:name} takes no new pods already.': '节点 {name} 已不接收新 Pod。',
  'Node {name:name} is closed to new pods already (taint {taint}), so closing it changes nothing.':
    '节点 {name} 已不接收新 Pod（污点 {taint}），再封锁没有作用。',
  'Node {name:name} is well now.': '节点 {name} 现已正常。',
  'There is no evicted pod in namespace {namespace:name}.': '命名空间 {namespace} 中没有被驱逐的 Pod。',
  'The cluster was not seen.': '没有看到集群。',
  'The alert comes from cluster {name}, which is not the one Firebreak is connected to, so nothing is changed here.':
    '告警来自集群 {name}，不是 Firebreak 所连接的集群，因此这里不做变更。',
  '{thing:name} is gone': '{thing} 已不存在',
  'Whether the change was made is not known.': '不确定变更是否生效。',
  '{message} Whether the change was made is not known.': '{message}不确定变更是否生效。',
  '{field:name} was {then:value} when the plan was made and is {now:value} now':
    '{field} 在制定方案时为 {then}，现为 {now}',
  'Firebreak does not know what a command changes.': 'Firebreak 不知道命令会改变什么。',
  'commands are proposed only where a person asked for exactly that one.': '只有在有人要求执行该命令时才会提议。',
  '{plugin:name} brings no gate, so it is proposed only where a person asks for it by its name.':
    '{plugin} 没有自带关卡，只有在有人点名要求时才会提议。',
  '{thing} is not tied to the alert by its labels, the environment context or a listing.':
    '{thing} 与告警之间没有标签、环境信息或列表上的联系。',
  'The revisions of deployment {name} could not be seen; list_pods of {namespace} shows them.':
    '看不到 Deployment {name} 的版本；可用 list_pods 查看 {namespace}。',
  'Deployment {name:name} has no earlier revision to return to.': 'Deployment {name} 没有可回退的旧版本。',
  'Deployment {name:name} is paused.': 'Deployment {name} 已暂停。',
  'Only pods on node {node:name} fail; elsewhere revision {revision} of {name:name} is well, so that revision is not the cause.':
    '只有节点 {node} 上的 Pod 失败；在别处 {name} 的版本 {revision} 正常，因此该版本不是原因。',
  'It is to be left alone, as was logged ("{order:said}"); only a person decides otherwise.':
    '日志中写明不应触碰（“{order}”）；只有人可以另作决定。',
  'People forbade it in the environment context ("{order:said}"); only a person decides otherwise.':
    '有人在环境说明中禁止这样做（“{order}”）；只有人可以另作决定。',
  'It began before revision {revision} was rolled out ({span} ago), so that revision is not the cause.':
    '故障早于版本 {revision} 的发布（{span}前），因此该版本不是根因。',
  'Revision {revision} ran for {span} before it began, so that revision is not the cause.':
    '版本 {revision} 在故障之前已运行 {span}，因此不是根因。',
  'Revision {revision} of {name} has the very same template, so a rollback would not help.':
    '{name} 的版本 {revision} 模板完全相同，回滚没有帮助。',
  'The pods of revision {revision} are not ready either.': '版本 {revision} 的 Pod 也未就绪。',
  'An evicted pod has ended already; only its record is removed.': '被驱逐的 Pod 已经结束；只删除其记录。',
  'A deleted pod does not come back; its owner makes a new one from the same template.':
    '删除的 Pod 不会恢复；其所有者会按同一模板新建。',
  'The Deployment carries no revision number to return to.': '该 Deployment 没有可回退的版本号。',
  '{name}: {from} → {to} replicas.': '{name}：{from} → {to} 个副本。',
  '{name}: {from} → {to} replicas (dry run, nothing changed).': '{name}：{from} → {to} 个副本（试运行，未变更）。',
} as const
