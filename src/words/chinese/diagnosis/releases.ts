/** What a release brought. */
export const releases = {
  'The rollout of {released} is stuck: every pod of {revision}, rolled out {ago}, fails ({state:value}), while {many} of revision {revision2} {part:word} well.':
    '{released} 的发布受阻：{revision}（发布于{ago}）的每个 Pod 都失败（{state}），而版本 {revision2} 的{many}正常。',
  'nothing that was seen': '没有看到任何变更',
  'Only the newest revision fails; it changed: {changes}.': '只有最新版本失败；其变更为：{changes}。',
  'Find out which change of revision {revision} fails before it is rolled out again.':
    '在再次发布之前，查明版本 {revision} 的哪项变更导致失败。',
  '{reason}, exit code {exitCode}': '{reason}，退出码 {exitCode}',
  '; {name} said then: "{lineOf:said}"': '；{name} 当时称："{lineOf}"',
  '{duration} before': '在 {duration} 前',
  'It says: "{wordsOf}".': '它称："{wordsOf}"。',
  'Since then {name2} fails: {clause}.': '此后 {name2} 失败：{clause}。',
  ', first at {clockTime}': '，首次出现于 {clockTime}',
  'Issue {id}: {what}{part}, seen {count} times{since}.': '问题 {id}：{what}{part}，出现 {count} 次{since}。',
  ', in {culprit}': '，位于 {culprit}',
  'of {kind} {namespace}/{name}': '（{kind} {namespace}/{name}）',
  'Pod {name}{of} fails ({state}) with another image than its siblings of the same template: under the tag {image} it got {short} when it started ({ago}), while {many} {part:word} {short2} and {part2:word} well.':
    'Pod {name}{of} 失败（{state}），其镜像与同一模板的其他副本不同：标签 {image} 在它启动时（{ago}）对应 {short}，而{many}使用 {short2} 且正常。',
  'The tag was moved to another image without a release, and every new pod gets that one.':
    '该标签在没有发布的情况下被移到另一个镜像，每个新 Pod 都会得到它。',
  '{count:number} older pod': '{count} 个较早的 Pod',
  '{count:number} older pods': '{count} 个较早的 Pod',
  'The template did not change, so there is no revision to return to, and every restart or further replica gets the failing image.':
    '模板没有变化，因此没有可回退的版本；每次重启或扩容都会得到失败的镜像。',
  'Move the tag back, or name the image that runs well in the template: container {container}, {repository}@{older}.':
    '把标签移回，或在模板中指定运行正常的镜像：容器 {container}，{repository}@{older}。',
  'Do not restart, drain or scale out the pods that are well until then.': '在此之前不要重启、排空或扩容正常的 Pod。',
  'The error is: "{words}" ({count} lines seen).': '错误为："{words}"（看到 {count} 行）。',
  'It names {newHost}, which this revision brought.': '它提到 {newHost}，正是此版本引入的。',
  'Not every request fails: {clause}.': '并非所有请求都失败：{clause}。',
  '{kind} {name} fails since its release: {clause}, {distance} after {revision} was rolled out at {part} ({ago}).':
    '{kind} {name} 自发布起失败：{clause}，即 {revision} 发布（{part}，{ago}）之后 {distance}。',
  'What changed: {part2}.': '变更内容：{part2}。',
  'the template, which could not be compared': '模板，无法比较',
  'In agreement with it, {text}.': '与此一致，{text}。',
  '{name} and {name2} were released at the same time, and the error is about both; a person must see which of them to return.':
    '{name} 与 {name2} 同时发布，错误涉及两者；须由人判断回退哪一个。',
  'The errors began with revision {revision}; revision {revision2} did not have them.':
    '错误始于版本 {revision}；版本 {revision2} 没有这些错误。',
  'Reproduce the error of revision {revision} before it is rolled out again.':
    '在再次发布之前，重现版本 {revision} 的错误。',
  'It names {name}, whose revision {revision} was rolled out at {part}{part2}: either release may have brought it.':
    '它提到 {name}，其版本 {revision} 发布于 {part}{part2}：两次发布都可能引入了它。',
  'Revision {revision} of {released} is not the cause: it was rolled out at {part}, and before that {clause}.':
    '{released} 的版本 {revision} 不是根因：它发布于 {part}，而在此之前{clause}。',
  'Going back to an earlier revision would not help: the fault is older than the release.':
    '回退到更早的版本没有帮助：故障早于该发布。',
  'revision {revision}': '版本 {revision}',
  '{kind} {namespace}/{name} is not updated to the end, though all its pods are ready: {many} ({namesOf}) of {replicas} {part:word} not have {revision}{when} yet, because {holding}{part2}.':
    '{kind} {namespace}/{name} 尚未更新完，尽管其 Pod 均已就绪：{replicas} 个中有{many}（{namesOf}）还没有 {revision}{when}，因为{holding}{part2}。',
  '(partition {partition})': '（partition {partition}）',
  'What {revision} changes: {changes}.': '{revision} 的变更：{changes}。',
  'The update waits for a person by its own strategy, and all pods are ready.':
    '按其自身策略，更新在等待人操作，且所有 Pod 均已就绪。',
  'Delete the pods that are to have {revision} one by one ({namesOf}), or change the update strategy of {name}.':
    '逐个删除应更新到 {revision} 的 Pod（{namesOf}），或修改 {name} 的更新策略。',
  'Lower the partition of {name} when the other pods are to have {revision}.':
    '当其他 Pod 应更新到 {revision} 时，调低 {name} 的 partition。',
  ', since {ago}': '，自{ago}',
  'Pod {name} of {kind} {namespace}/{name2} {part} ({state}) with {own}, though the set has {now} by now{when}.':
    '{kind} {namespace}/{name2} 的 Pod {name} {part}（{state}），它使用 {own}，而该集合现在是 {now}{when}。',
  'It is not replaced: {holding}.': '它没有被替换：{holding}。',
  fails: '失败',
  'is not ready': '未就绪',
  'A new pod would differ in this: {changes}.': '新 Pod 会有以下不同：{changes}。',
  '{many} of {now} {part:word} well.': '{now} 的{many}正常。',
  'Lower the partition of {name}, and delete pod {name2} if it is not replaced then.':
    '调低 {name} 的 partition；如果之后仍未替换，则删除 Pod {name2}。',
  '{part} pod {name} (kubectl delete pod {name2} -n {namespace}), so that it is made anew from {now}.':
    '{part} Pod {name}（kubectl delete pod {name2} -n {namespace}），使其按 {now} 重建。',
  'First see what keeps it from being ready; then delete': '先查看是什么使它不就绪；然后删除',
  'revision {revision} of its template': '其模板的版本 {revision}',
  'Whether a new pod of {name} would do better with revision {revision} is not shown, so a person must see to it.':
    '没有证据表明 {name} 的新 Pod 用版本 {revision} 会更好，须由人查看。',
  'Only a deleted pod is made anew, and then from revision {revision}, whose other pods are well.':
    '只有被删除的 Pod 会重建，且使用版本 {revision}，其他使用该版本的 Pod 正常。',
} as const
