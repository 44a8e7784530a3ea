/** What the API answers to whoever works on an incident in the console: that it is done, or why it is not. */
export const doors = {
  '{who:value} has it now.': '现由 {who} 处理。',
  'It is given to {who:value}.': '已指派给 {who}。',
  'Nobody has it now.': '现在无人处理。',
  'The incident is {status:status}; nobody needs to have it.': '事件状态为 {status}，无需有人认领。',
  'It is part of {leader:incident} now.': '已归并到 {leader}。',
  'It stands alone now.': '已解除归并。',
  'There is no incident {id:incident}.': '没有事件 {id}。',
  'An incident keeps at most {count:number} calls by hand, and this one has them.':
    '每个事件最多保留 {count} 次手动查看，此事件已达上限。',
  'The entry has changed since you read it. Read it again, then change what is there now.':
    '你读取之后该条目已被修改。请重新读取，再在最新内容上修改。',
  'Revision {revision:number} is in force again.': '修订 {revision} 已重新生效。',
  'An incident that is {status:status} cannot be resolved by hand.': '状态为 {status} 的事件不能手动标记为已解决。',
  'No plugin of this name waits for an admin.': '没有待管理员同意的同名插件。',
  'The plan is judged now; it waits for a person if it holds.': '正在评估该方案；若通过，将等待人工确认。',
  'This incident is part of {leader:incident}; hand the plan in there.':
    '此事件已归并到 {leader}；请在该事件上提交方案。',
  'An incident takes at most {count:number} questions, and this one has had them.':
    '每个事件最多提问 {count} 次，此事件已达上限。',
  'It is answered.': '已回答。',
  'It is being looked into; the answer stands on the timeline.': '正在查看，答案会显示在时间线上。',
  'Their alerts have no label in common; choose fewer of them, or say by matchers which are meant.':
    '这些告警没有共同的标签；请少选几个，或用匹配条件指明。',
  'The service is starting and its store cannot be reached yet; try again.': '服务正在启动，尚无法访问其存储；请重试。',
  'The service is stopping; try again, on another instance if there is one.':
    '服务正在停止；请重试，如有其他实例请改用其他实例。',
  'A change by cookie needs the X-CSRF-Token of its session: GET /api/session tells it.':
    '通过 Cookie 的修改需要其会话的 X-CSRF-Token，可由 GET /api/session 获得。',
  'Without keys the API answers to localhost only; the Host header names another host.':
    '没有密钥时 API 只响应 localhost，而 Host 头指向其他主机。',
  'Without keys the API takes no requests from pages of other origins.':
    '没有密钥时 API 不接受来自其他来源页面的请求。',
  'The body is larger than {limit:value}.': '请求体超过 {limit}。',
  'The request is not valid.': '请求无效。',
  'More alerts arrive than can be stored; send this one again.': '到达的告警多于可存储的数量，请重新发送此告警。',
}
