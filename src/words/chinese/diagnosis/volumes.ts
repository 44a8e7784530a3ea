/** Volumes and claims. */
export const volumes = {
  'Volume claim {namespace}/{name} is being deleted {leaving}.': '存储声明 {namespace}/{name} 正在被删除{leaving}。',
  'It has restarted once.': '它已重启 1 次。',
  'It has restarted {restartCount} times.': '它已重启 {restartCount} 次。',
  'A restart finds the same full volume; growing it or deleting data is for its owner.':
    '重启仍会遇到同一个已满的卷；扩容或删除数据由其负责人决定。',
  'Free what pod {name} writes, or give it a volume of its own.': '清理 Pod {name} 写入的内容，或给它自己的卷。',
  'Grow volume claim {claim}{part} if its storage class allows it{removal}.':
    '如果存储类允许，将存储声明 {claim} 扩容{part}{removal}。',
  'beyond {size}': '到 {size} 以上',
  'Volume claim {claim}{part} of pod {name} is full: the program says "{lineOf:said}" (no space left on the volume).':
    'Pod {name} 的存储声明 {claim}{part} 已满：程序称 "{lineOf}"（卷上没有剩余空间）。',
  'Pod {name} has no space left to write: "{lineOf:said}".': 'Pod {name} 没有剩余的写入空间："{lineOf}"。',
  'No volume claim of it fits that path, so it is its own file system or the disk of node {nodeName}.':
    '没有存储声明与该路径对应，因此是其自身文件系统或节点 {nodeName} 的磁盘。',
  'maxmemory {value}': 'maxmemory {value}',
  'Pod {name} is refused: "{lineOf:said}".': 'Pod {name} 被拒绝："{lineOf}"。',
  'Pod {name} says: "{lineOf:said}".': 'Pod {name} 称："{lineOf}"。',
  'The persistent volume of claim {claim} is full: {bytes} of {bytes2} are free ({percent}){shrinking}.':
    '存储声明 {claim} 的持久卷已满：{bytes2} 中剩余 {bytes}（{percent}）{shrinking}。',
  'A restart would start into the same full volume; whether to grow it or to delete something is a person’s decision.':
    '重启仍会进入同一个已满的卷；扩容还是删除内容由人决定。',
  'Grow claim {claim} if its storage class allows expansion{removal}.':
    '如果存储类允许，为存储声明 {claim} 扩容{removal}。',
  'The persistent volume of claim {claim} is filling up, but not full: {bytes} of {bytes2} are free ({percent}){shrinking}.':
    '存储声明 {claim} 的持久卷正在填满，但未满：{bytes2} 中剩余 {bytes}（{percent}）{shrinking}。',
  'Nothing fails yet, and only a person can decide whether to grow the volume or to delete something.':
    '目前没有失败，而扩容还是删除内容只能由人决定。',
  'Grow claim {claim} before it is full{removal}.': '在存储声明 {claim} 填满之前扩容{removal}。',
  'It is used by {users}.': '使用它的有 {users}。',
  'pod {name}{state}': 'Pod {name}{state}',
  '({part}, {restartCount} restarts)': '（{part}，重启 {restartCount} 次）',
  ready: '就绪',
  'its volume can be attached to one node only and is still held by another pod (Multi-Attach error)':
    '其卷只能挂接到一个节点，仍被另一个 Pod 占用（Multi-Attach error）',
  'The volume comes free when the pod that holds it ends; a person must make sure that it may be ended, or data can be damaged.':
    '占用它的 Pod 结束后卷才会释放；须由人确认它可以结束，否则数据可能损坏。',
  'Make sure that the pod that holds the volume has stopped writing, then let it end, or wait until it does.':
    '确认占用该卷的 Pod 已停止写入，然后让它结束，或等待它结束。',
  'a volume cannot be mounted': '有卷无法挂载',
  'No restart or rollback makes a volume mountable; the storage must be looked at.':
    '重启或回滚都不能使卷可挂载；须查看存储。',
  'Node {node:name} does not know the storage driver {driver:name} (not found in the list of registered CSI drivers), so the volumes of {many} there cannot be mounted; on no other node this is said.':
    '节点 {node} 不认识存储驱动 {driver}（不在已注册的 CSI 驱动之列），因此其上 {many}的卷无法挂载；其他节点没有此情况。',
  'Its agent there, pod {name}, runs and is not registered.': '它在该节点上的代理 Pod {name} 在运行，但没有注册。',
  "A new process of the driver's agent on {node} announces itself to the kubelet there.":
    '{node} 上驱动代理的新进程会重新向该节点的 kubelet 注册。',
  'Which pod on {node} is the agent of {driver} was not seen.': '没有看到 {node} 上哪个 Pod 是 {driver} 的代理。',
  'Look why the agent of {driver} on {node} did not announce itself to the kubelet.':
    '查看 {node} 上 {driver} 的代理为何没有向 kubelet 注册。',
  'Look at the storage behind the volume, and at the node.': '查看该卷背后的存储以及该节点。',
  'Claims and volumes hold data: nothing is deleted or rebound automatically, and a restart of the pod changes nothing.':
    '存储声明和卷保存着数据：不会自动删除或重新绑定，重启 Pod 也没有作用。',
  '{pod} cannot be placed: {part}.': '{pod}无法调度：{part}。',
  'its volume stands in the way ({volumeWords})': '其卷造成阻碍（{volumeWords}）',
  'only reachable from nodes with {volumePlaces}': '只能从带有 {volumePlaces} 的节点访问',
  'bound to nodes of another zone': '绑定在另一可用区的节点上',
  'no node is there ({part})': '没有这样的节点（{part}）',
  'volume node affinity conflict': '卷的节点亲和性冲突',
  'its volume {volumeName} (claim {name}) is{where}, and {nodes}':
    '其卷 {volumeName}（存储声明 {name}）{where}，而{nodes}',
  'node {name} is not ready': '节点 {name} 未就绪',
  'node {name} is tainted': '节点 {name} 带有污点',
  'node {name} has no room': '节点 {name} 没有空间',
  'node {name} does not fit otherwise': '节点 {name} 在其他方面不符合',
  'the nodes have {key} {value}': '节点的 {key} 为 {value}',
  'There are these storage classes: {names}.': '现有存储类：{names}。',
  'Claim {name} cannot be kept once it is being deleted: save its data first if it is needed, let the deletion end, then create it anew.':
    '存储声明 {name} 一旦开始删除就无法保留：如果需要，先保存其数据，等删除结束后再重新创建。',
  'Create volume claim {name}, or correct its name in the pod template.':
    '创建存储声明 {name}，或更正 Pod 模板中的名称。',
  'Create storage class {className}, or make claim {name} anew with a class that exists (its class cannot be changed).':
    '创建存储类 {className}，或用存在的存储类重新创建存储声明 {name}（存储类不能修改）。',
  'Find out why the provisioner does not fill claim {name}.': '查明供应器为何没有满足存储声明 {name}。',
  'Uncordon {closed} if its maintenance is over (kubectl uncordon {value}); the data of {volumeName} is there, and needs no restoring.':
    '如果维护已结束，对 {closed} 解除封锁（kubectl uncordon {value}）；{volumeName} 的数据在那里，无需恢复。',
  'Make node {there} take the pod again, or add another with {volumePlaces}; the data of {volumeName} is only reachable from there.':
    '让节点 {there} 重新接收该 Pod，或增加另一个带有 {volumePlaces} 的节点；{volumeName} 的数据只能从那里访问。',
  'Bring back a node with {part}, or restore the data into a volume elsewhere.':
    '恢复带有 {part} 的节点，或把数据恢复到别处的卷中。',
  'access to {volumeName}': '可访问 {volumeName}',
  'Persistent volume {name}{part} is {phase}{part2}{part3}.': '持久卷 {name}{part} 状态为 {phase}{part2}{part3}。',
  '(claim {namespace}/{claim})': '（存储声明 {namespace}/{claim}）',
  'Look at volume {name} in the storage system; release or remove it by hand when its data is safe.':
    '在存储系统中查看卷 {name}；确认数据安全后手动释放或删除。',
} as const
