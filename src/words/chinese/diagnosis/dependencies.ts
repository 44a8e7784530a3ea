/** What others need and does not answer. */
export const dependencies = {
  '{name} has recovered: its errors {times} (at worst {perSecond}) and have not come back, while requests go on.':
    '{name} 已恢复：其错误{times}（最严重时 {perSecond}），此后没有再出现，而请求仍在继续。',
  'There is nothing left to mend.': '已没有需要修复的内容。',
  'See whether {name} can bear it better the next time: retries, shorter timeouts, a connection that follows a new primary.':
    '查看 {name} 下次能否更好地承受：重试、更短的超时、能跟随新主库的连接。',
  'Find out what happened to {name} in those minutes.': '查明那几分钟里 {name} 发生了什么。',
  'came at about {from}': '大约出现在 {from}',
  'lasted from {from} to {to}': '从 {from} 持续到 {to}',
  '{name} is not the origin of the trouble: {way}.': '{name} 不是问题的源头：{way}。',
  'Mend {name} first; those above it recover with it.': '先修复 {name}；其上游会随之恢复。',
  ', first seen at {clockTime}': '，首次看到于 {clockTime}',
  '{kind} {name} does not run: pod {name2} {state}{began}.': '{kind} {name} 未在运行：Pod {name2} {state}{began}。',
  '{kind} {name} has no pods: it is scaled to 0 replicas.': '{kind} {name} 没有 Pod：它被缩到 0 个副本。',
  '{kind} {name} has errors of its own{began}.': '{kind} {name} 自身有错误{began}。',
  'is a name of this cluster behind which no workload was found; it': '是此集群的名称，但其后没有找到工作负载；它',
  'is outside of what can be seen here and': '在这里可见范围之外，',
  'does not answer': '没有应答',
  'answers with {answer}': '应答为 {answer}',
  'is in trouble ({states})': '有问题（{states}）',
  'restarted lately': '最近重启过',
  'is not ready ({phase})': '未就绪（{phase}）',
  '{speaker} complains of {name}: "{wordsOf}".': '{speaker} 抱怨 {name}："{wordsOf}"。',
  '{name} is scaled to 0 replicas, and nothing shows that it is meant to run; on {front} no step would change anything.':
    '{name} 被缩到 0 个副本，且没有迹象表明它应运行；在 {front} 上任何步骤都没有作用。',
  'What fails is {name}, and nothing shows that a restart, a rollback or more replicas would mend it; on {front} they would change nothing.':
    '失败的是 {name}，没有迹象表明重启、回滚或增加副本能修复它；在 {front} 上这些操作没有作用。',
  'Issue {id}': '问题 {id}',
  'its log says "{words}" ({count} such lines seen)': '其日志称 "{words}"（看到 {count} 行）',
  'There is no data of {names}: the metrics server knows no such series.':
    '没有 {names} 的数据：指标服务器中没有这样的序列。',
  'No data': '没有数据',
  'There is no data of {name} any more: its last sample is of {time}.':
    '已没有 {name} 的数据：其最后一个样本在 {time}。',
  'There is no data from {nameOf}: {silent} of {all} targets ({where}) {part:word} not answer when asked for metrics (up is 0{part2}).':
    '没有来自 {nameOf} 的数据：{all} 个目标中有 {silent} 个（{where}）在抓取指标时没有应答（up 为 0{part2}）。',
  'There is no data from {nameOf}: the metrics server knows no target of that name any more.':
    '没有来自 {nameOf} 的数据：指标服务器中已没有该名称的目标。',
  'No data is not zero and says nothing about how it is.': '没有数据不等于零，也不能说明其状态。',
  'Without data nothing shows what is wrong, so nothing should be changed before somebody has looked.':
    '没有数据就看不出问题所在，在有人查看之前不应做任何变更。',
  'Look at {name} itself: does its process answer, and does its metrics port?':
    '查看 {name} 本身：其进程是否应答，其指标端口是否应答？',
  'Its pod {name} counts as {phase}{part}': '其 Pod {name} 状态为 {phase}{part}',
  'and ready': '且已就绪',
  ', not ready': '，未就绪',
  ', but its log is empty': '，但其日志为空',
  ', and there are warnings about it': '，且有关于它的警告',
  'The way there: {name} is not the origin, {way}.': '路径：{name} 不是源头，{way}。',
  'it fails because of {names:name}': '它因 {names} 而失败',
} as const
