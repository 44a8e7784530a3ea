/** Pods, nodes, claims and places, as several findings speak of them. */
export const podWords = {
  '{part} has no revisions that can be returned to from here.': '{part}没有可从这里回退的版本。',
  'What runs here': '这里运行的内容',
  'Revision {revision} of {name} is no different in this, so a rollback would not help.':
    '{name} 的版本 {revision} 在这一点上没有区别，回滚没有帮助。',
  'Only a Deployment can be scaled here.': '这里只能伸缩 Deployment。',
  'The replicas are not evenly loaded, so more of them would not help.': '各副本负载不均，增加副本没有帮助。',
  '{host} does not answer in time': '{host} 未及时应答',
  'the name {name} cannot be resolved': '名称 {name} 无法解析',
  'has expired': '已过期',
  'is not valid yet': '尚未生效',
  'is refused, for it was made out to another name': '被拒绝，因为它是签给另一个名称的',
  'is refused, for whoever signed it is not trusted': '被拒绝，因为签发方不受信任',
  'is refused': '被拒绝',
  'pod {name} on node {nodeName}': '节点 {nodeName} 上的 Pod {name}',
  'But {whose}, whose pod that was, runs on as {where}{part}, so the same may happen there.':
    '但该 Pod 所属的 {whose} 仍以 {where}{part} 运行，同样的情况可能在那里发生。',
  'where {type} is True already': '，那里 {type} 已为 True',
  'which uses {used} of memory now': '，它现在使用 {used} 内存',
  'which says "{text}"': '，它称 "{text}"',
  'pod {namespace}/{name}': 'Pod {namespace}/{name}',
  'Who filled it is not among the evicted that were seen: the largest of them, container {container} of {who}, used only {used} of {resource}.':
    '填满它的不在所看到的被驱逐者之中：其中最大的是 {who} 的容器 {container}，只使用了 {used} {resource}。',
  'The record of {who} says: "{message:said}"': '{who} 的记录称："{message}"',
  'Of the evicted, container {container} of {who} used most {resource}: {part}.':
    '被驱逐者中，{who} 的容器 {container} 使用 {resource} 最多：{part}。',
  ', last written at {time} ({ago}),': '（最近写入于 {time}，{ago}）',
  'The template sets no {resource} {singular}: LimitRange {name}{since} gives {value} to every new container of the namespace that has none.':
    '模板没有设置 {resource} {singular}：LimitRange {name}{since}给该命名空间每个未设置的新容器 {value}。',
  'Set resources.{part}.{resource} of container {container} in the template of {ownerOf} to what it needs, or change the default in LimitRange {name}.':
    '在 {ownerOf} 的模板中把容器 {container} 的 resources.{part}.{resource} 设为其所需，或修改 LimitRange {name} 的默认值。',
  'pod {name}': 'Pod {name}',
  'no label {key}': '没有标签 {key}',
  'nobody owns them': '（没有所有者）',
  'nobody owns it': '（没有所有者）',
  'and {value} more like it': '，另有 {value} 个类似',
  'Pod {name}{owner}{part}': 'Pod {name}{owner}{part}',
  'The scheduler says: "{withoutAfterthought:said}"': '调度器称："{withoutAfterthought}"',
  'Deployment {name} was scaled up from {from} to {to} replicas at {time} ({ago}).':
    'Deployment {name} 于 {time}（{ago}）从 {from} 扩到 {to} 个副本。',
  '{who} gets no new pods': '{who} 得不到新 Pod',
  '{who} has {there} of the {wanted} pods ReplicaSet {name} should have':
    '{who} 只有 ReplicaSet {name} 应有的 {wanted} 个 Pod 中的 {there} 个',
  '{who} has {there} of {wanted} pods': '{who} 只有 {wanted} 个 Pod 中的 {there} 个',
  'volume claim {name} does not exist': '存储声明 {name} 不存在',
  'volume claim {name} has lost its volume {volumeName}, which does not exist any more':
    '存储声明 {name} 失去了其卷 {volumeName}，该卷已不存在',
  'volume claim {name} is being deleted {leaving}': '存储声明 {name} 正在被删除{leaving}',
  'volume claim {name} is {phase} because the storage class {className} it asks for does not exist (not found)':
    '存储声明 {name} 状态为 {phase}，因为它要求的存储类 {className} 不存在',
  'volume claim {name} is {phase}: {reason}, "{message:said}"': '存储声明 {name} 状态为 {phase}：{reason}，"{message}"',
  'volume claim {name} is {phase}{part}': '存储声明 {name} 状态为 {phase}{part}',
  'not bound': '未绑定',
  'and names no storage class': '，且没有指定存储类',
  '(storage class {className})': '（存储类 {className}）',
  ', held only by its finalizer {finalizers}': '，仅被其 finalizer {finalizers} 留住',
  'since {time}{held}': '，自 {time} 起{held}',
  'Do not delete the pod before: its StatefulSet would make claim {name} anew, empty.':
    '在此之前不要删除该 Pod：其 StatefulSet 会新建一个空的声明 {name}。',
  'It was there and was deleted: volume {name} still names it and is {phase}{part}, so its data {part2}.':
    '它曾经存在，后被删除：卷 {name} 仍指向它，状态为 {phase}{part}，因此其数据{part2}。',
  'since {time}': '自 {time} 起',
  'is kept': '得以保留',
  'may still be there': '可能仍在',
  'Create claim {name} anew with volumeName {name2}, after the old claimRef was taken from that volume, if the data is to be used again.':
    '如果要再次使用这些数据，先从该卷去掉旧的 claimRef，再以 volumeName {name2} 重新创建声明 {name}。',
  ', or remove what is not needed from it': '，或从中删除不需要的内容',
  '; then look what has grown: WAL kept by a replication slot or by failing archiving, temporary files, tables.':
    '；然后查看是什么增长了：被复制槽或失败的归档保留的 WAL、临时文件、表。',
  'Never delete files of the server by hand, least of all in pg_wal': '绝不要手动删除服务器的文件，尤其是 pg_wal 中的',
  'the cluster autoscaler took it away (scale-down)': '集群自动伸缩器将其移除（缩容）',
  'the cloud provider took it back, as it may with machines of this kind': '云厂商将其收回（这类机器会如此）',
  'the cluster autoscaler moved it off its node (scale-down)': '集群自动伸缩器将其移出节点（缩容）',
  'the scheduler gave its place to a pod of higher priority': '调度器把它的位置让给了优先级更高的 Pod',
  'it was evicted from its node': '它被从节点驱逐',
  'its owner deleted it': '其所有者删除了它',
  'it had failed': '它已失败',
  'it had completed and was cleared away': '它已完成并被清理',
  'its machine is gone at the cloud provider, and so the cluster dropped it':
    '其机器在云厂商处已不存在，因此集群移除了它',
  'somebody deleted it from the cluster': '有人将其从集群删除',
  '{who}{drained}, at {time} ({ago}): "{message:said}"': '{who}{drained}，于 {time}（{ago}）："{message}"',
  ', after it had been closed to new pods (cordoned)': '，此前已被封锁（不接收新 Pod）',
} as const
